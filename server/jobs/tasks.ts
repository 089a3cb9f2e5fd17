import { REMOVE_FILES } from '../services/maps/files/remove-files.ts'
import { CLEAN_UP } from '../services/operation/remove-expired.ts'
import { EXPIRE_CLAIM, REMIND_OWNER, WARN_OF_END } from '../services/assignments/claims.ts'
import { CONVERT_MAP } from '../services/uploads/queue-conversion.ts'
import { IMPORT_MAP } from '../services/uploads/queue-import.ts'
import { TRANSFORM_MAP } from '../services/transform/begin-transform.ts'
import { TELL_FOLLOWERS } from '../services/follows/follow-notices.ts'
import { SEARCH_POINTS } from '../services/lettering/point-searches.ts'
import { READ_LETTERING } from '../services/lettering/scan-lettering.ts'
import { SEND_MAIL } from '../services/mail/queue-mail.ts'
import { MAKE_COG, MAKE_TILES } from '../services/downloads/map-archives.ts'
import { convertMapTask } from './convert-map.ts'
import { OUTLINE_CROPS } from '../db/queries/crop-outlines.ts'
import { JUDGE_MAPS } from '../db/queries/judged-maps.ts'
import { DIGEST_SCANS } from '../db/queries/scan-digests.ts'
import { cleanUpTask, removeFilesTask } from './clean-up.ts'
import { expireClaimTask, remindOwnerTask, warnOfEndTask } from './claim-deadlines.ts'
import { digestScansTask } from './digest-scans.ts'
import { importMapTask } from './import-map.ts'
import { judgeMapsTask } from './judge-maps.ts'
import type { JobDeps } from './job-deps.ts'
import type { Task } from './job-runner.ts'
import { makeCogTask } from './make-cog.ts'
import { makeTilesTask } from './make-tiles.ts'
import { outlineCropsTask } from './outline-crops.ts'
import { notifyFollowersTask } from './notify-followers.ts'
import { readLetteringTask } from './read-lettering.ts'
import { searchPointsTask } from './search-points.ts'
import { sendMailTask } from './send-mail.ts'
import { transformMapTask } from './transform-map.ts'

/** All jobs of the product by their names. */
export function tasks(deps: JobDeps): Record<string, Task> {
  return {
    [CONVERT_MAP]: convertMapTask(deps),
    [IMPORT_MAP]: importMapTask(deps),
    [TRANSFORM_MAP]: transformMapTask(deps),
    [READ_LETTERING]: readLetteringTask(deps),
    [SEARCH_POINTS]: searchPointsTask(deps),
    [MAKE_TILES]: makeTilesTask(deps),
    [MAKE_COG]: makeCogTask(deps),
    [EXPIRE_CLAIM]: expireClaimTask(deps),
    [WARN_OF_END]: warnOfEndTask(deps),
    [REMIND_OWNER]: remindOwnerTask(deps),
    [CLEAN_UP]: cleanUpTask(deps),
    [REMOVE_FILES]: removeFilesTask(deps),
    [JUDGE_MAPS]: judgeMapsTask(deps),
    [OUTLINE_CROPS]: outlineCropsTask(deps),
    [DIGEST_SCANS]: digestScansTask(deps),
    [TELL_FOLLOWERS]: notifyFollowersTask(deps),
    [SEND_MAIL]: sendMailTask(deps),
  }
}
