import { CONVERT_MAP } from '../services/upload-map.ts'
import { TRANSFORM_MAP } from '../services/transform-map.ts'
import { convertMapTask } from './convert-map.ts'
import type { JobDoors } from './job-doors.ts'
import type { Task } from './job-runner.ts'
import { transformMapTask } from './transform-map.ts'

/** All jobs of the product by their names. */
export function tasks(doors: JobDoors): Record<string, Task> {
  return {
    [CONVERT_MAP]: convertMapTask(doors),
    [TRANSFORM_MAP]: transformMapTask(doors),
  }
}
