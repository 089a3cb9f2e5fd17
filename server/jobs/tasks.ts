import { REMOVE_FILES } from '../services/account-data.ts'
import { CLEAN_UP } from '../services/clean-up.ts'
import { EXPIRE_CLAIM, REMIND_OWNER } from '../services/claims.ts'
import { CONVERT_MAP } from '../services/upload-map.ts'
import { TRANSFORM_MAP } from '../services/transform-map.ts'
import { convertMapTask } from './convert-map.ts'
import { cleanUpTask, removeFilesTask } from './clean-up.ts'
import { expireClaimTask, remindOwnerTask } from './claim-deadlines.ts'
import type { JobDoors } from './job-doors.ts'
import type { Task } from './job-runner.ts'
import { transformMapTask } from './transform-map.ts'

/** All jobs of the product by their names. */
export function tasks(doors: JobDoors): Record<string, Task> {
  return {
    [CONVERT_MAP]: convertMapTask(doors),
    [TRANSFORM_MAP]: transformMapTask(doors),
    [EXPIRE_CLAIM]: expireClaimTask(doors),
    [REMIND_OWNER]: remindOwnerTask(doors),
    [CLEAN_UP]: cleanUpTask(doors),
    [REMOVE_FILES]: removeFilesTask(doors),
  }
}
