/** The states of a map that who may do what depends on. */
export const STATES = ['private', 'open', 'transformed', 'assigned', 'done'] as const
export type State = (typeof STATES)[number]
/** Statuses by state; `others` are those who neither own nor hold the map. */
type Row = Record<State, number>
/** What a call with a map in its address sends, and how each role is answered. */
export interface Expected {
  readonly body?: unknown
  readonly params?: Record<string, string>
  readonly owner: Row
  readonly assignee: Partial<Row>
  readonly others: Row
  /** Without a session. Absent: 401. */
  readonly anonymous?: Row
}

const row = (priv: number, open: number, transformed: number, assigned: number, done: number): Row => ({
  private: priv,
  open,
  transformed,
  assigned,
  done,
})

const seen = { owner: row(200, 200, 200, 200, 200), assignee: {}, others: row(404, 200, 200, 200, 200) }
/** What is said to anyone in the same words, be it the owner. */
const toAnyone = (statuses: Row) => ({
  owner: statuses,
  assignee: {},
  others: statuses,
  anonymous: statuses,
})
const ownersOnly = (owner: Row) => ({ owner, assignee: {}, others: row(404, 403, 403, 403, 403) })

/** Who may edit the map at that moment. */
const editorsOnly = {
  owner: row(200, 200, 200, 403, 403),
  assignee: { assigned: 200 },
  others: row(404, 200, 403, 403, 403),
}

/** A transform that may be asked for is refused for its two points: 400 says "permitted". */
const twoPoints = {
  mapPoints: [
    [0, 0],
    [1, 1],
  ],
  imagePoints: [
    { pixelX: 0, pixelY: 0 },
    { pixelX: 1, pixelY: 1 },
  ],
}

/** Every call with a map in its address. */
export const MAP_CALLS: Record<string, Expected> = {
  getMap: seen,
  publicMap: toAnyone(row(404, 200, 200, 200, 200)),
  mapAccuracy: toAnyone(row(404, 404, 200, 404, 404)),
  nearbyMaps: toAnyone(row(404, 200, 200, 200, 200)),
  mapTileJson: toAnyone(row(404, 404, 200, 404, 404)),
  mapArchive: { ...toAnyone(row(404, 404, 200, 404, 404)), params: { kind: 'jpeg' } },
  makeMapArchive: {
    params: { kind: 'jpeg' },
    owner: row(404, 404, 200, 404, 404),
    assignee: {},
    others: row(404, 404, 200, 404, 404),
  },
  cancelMapArchive: {
    params: { kind: 'jpeg' },
    owner: row(404, 404, 409, 404, 404),
    assignee: {},
    others: row(404, 404, 409, 404, 404),
  },
  mapHistory: seen,
  mapsOnScan: { ...seen, anonymous: row(404, 200, 200, 200, 200) },
  addMapOnScan: ownersOnly(row(200, 200, 200, 200, 200)),
  mapComments: seen,
  addComment: { ...seen, body: { text: 'Well drawn.' } },
  betterPoints: seen,
  askBetterPoints: {
    owner: row(403, 403, 403, 403, 403),
    assignee: {},
    others: row(404, 409, 200, 409, 409),
    body: {},
  },
  takeBackBetterPoints: seen,
  answerBetterPoints: ownersOnly(row(200, 200, 200, 200, 200)),
  followMap: seen,
  unfollowMap: seen,
  rateMap: { ...seen, owner: row(403, 403, 403, 403, 403), body: { rating: 4 } },
  catalogsOfMap: seen,
  batchFavorites: { ...seen, body: {} },
  // Of a map whose scan is here there is nothing to give up.
  cancelImport: ownersOnly(row(409, 409, 409, 409, 409)),
  retryImport: ownersOnly(row(409, 409, 409, 409, 409)),
  // Of a scan that could be read there is nothing to try again or to replace.
  retryScan: ownersOnly(row(409, 409, 409, 409, 409)),
  replaceScan: ownersOnly(row(409, 409, 409, 409, 409)),
  updateMap: {
    body: { title: 'A title' },
    owner: row(200, 200, 200, 403, 403),
    assignee: { assigned: 200 },
    others: row(404, 200, 403, 403, 403),
  },
  transformMap: {
    body: twoPoints,
    owner: row(400, 400, 400, 403, 403),
    assignee: { assigned: 400 },
    others: row(404, 400, 403, 403, 403),
  },
  getDraft: editorsOnly,
  saveDraft: {
    ...editorsOnly,
    body: { follows: null, baseVersion: null, transformation: { mapPoints: [], imagePoints: [] } },
  },
  deleteDraft: editorsOnly,
  scanLettering: { ...seen, anonymous: row(404, 200, 200, 200, 200) },
  readLettering: editorsOnly,
  cancelReading: editorsOnly,
  // Of a scan whose words were never read: 409 says "permitted".
  pointProposals: {
    body: {},
    owner: row(409, 409, 409, 403, 403),
    assignee: { assigned: 409 },
    others: row(404, 409, 403, 403, 403),
  },
  // Words are stored at once, so a stranger claims the map first.
  correctWords: {
    ...editorsOnly,
    body: { words: [], since: null },
    others: row(404, 403, 403, 403, 403),
  },
  claimMap: {
    owner: row(403, 403, 403, 403, 403),
    assignee: {},
    others: row(404, 200, 409, 409, 409),
  },
  giveBackClaim: {
    owner: row(403, 403, 403, 403, 403),
    assignee: { assigned: 200, done: 409 },
    others: row(404, 403, 403, 403, 403),
  },
  // Of a claim in which something was changed lately: 409 says "permitted".
  endClaim: ownersOnly(row(409, 409, 409, 409, 409)),
  markAssignmentDone: {
    owner: row(403, 403, 403, 403, 403),
    assignee: { assigned: 409, done: 409 },
    others: row(404, 403, 403, 403, 403),
  },
  approveTransformation: ownersOnly(row(409, 409, 409, 409, 200)),
  requestChanges: ownersOnly(row(409, 409, 409, 409, 200)),
  rejectAssignment: ownersOnly(row(409, 409, 409, 409, 200)),
  switchPublic: ownersOnly(row(200, 200, 200, 200, 200)),
  mapSharing: ownersOnly(row(200, 200, 200, 200, 200)),
  shareMap: { ...ownersOnly(row(200, 200, 200, 200, 200)), body: { audience: 'link' } },
  deleteMap: ownersOnly(row(200, 200, 200, 200, 200)),
  mapVersions: ownersOnly(row(200, 200, 200, 200, 200)),
  mapVersion: { ...ownersOnly(row(404, 404, 200, 404, 200)), params: { n: '1' } },
  restoreVersion: { ...ownersOnly(row(404, 404, 200, 409, 409)), params: { n: '1' } },
  // A map that is not in the caller's trash is none.
  removeTrashedMap: {
    owner: row(404, 404, 404, 404, 404),
    assignee: {},
    others: row(404, 404, 404, 404, 404),
  },
  restoreMap: { owner: row(404, 404, 404, 404, 404), assignee: {}, others: row(404, 404, 404, 404, 404) },
}
