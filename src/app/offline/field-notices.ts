/** Notices of what was done in the field: that a record is offered, and what became of points. */
export const FIELD_NOTICES = { log: 'unsent log', points: 'unsent points' } as const
