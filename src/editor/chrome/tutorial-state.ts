import { STORAGE_KEYS } from '../../../contract/constants.ts'

/** More maps than this, and a user needs no introduction. */
const MAPS_OF_A_BEGINNER = 1

/** Whether the introduction shows by itself: a beginner who has neither finished nor skipped it in this browser. */
export function isTutorialDue(personalMapCount: number, storage: Pick<Storage, 'getItem'>): boolean {
  return personalMapCount <= MAPS_OF_A_BEGINNER && storage.getItem(STORAGE_KEYS.tutorialCompleted) !== 'true'
}

/** Remembers that it was finished or skipped. */
export function endTutorial(storage: Pick<Storage, 'setItem'>): void {
  storage.setItem(STORAGE_KEYS.tutorialCompleted, 'true')
}
