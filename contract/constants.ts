/** Limits, durations and enumerations that client and server share. */

/** File name extensions (lower case, without the dot) that an upload may have. */
export const SCAN_EXTENSIONS = ['jpeg', 'jpg', 'png', 'webp', 'tiff', 'tif', 'gif'] as const

/** Largest scan that may be uploaded, in bytes (20 GiB). */
export const MAX_UPLOAD_BYTES = 21_474_836_480

/** Above this many bytes the client uploads resumably (tus) instead of in one multipart request. */
export const RESUMABLE_ABOVE_BYTES = 50 * 1024 * 1024
/** A resumable upload goes in requests of so many bytes: never more than this is sent again after a cut or a kill. */
export const RESUMABLE_REQUEST_BYTES = 8 * 1024 * 1024

/** Maps that a user may claim within an hour. */
export const CLAIMS_PER_HOUR = 10
/** So long after the end of a claim its user may not claim the same map again. */
export const CLAIM_AGAIN_HOURS = 24
/** Once nothing was changed for so long the owner of a map may end a claim of it. */
export const IDLE_CLAIM_MINUTES = 60

/** Time the client gives one API request, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 600_000

/** Pause between a finished upload and leaving the dialog, in milliseconds. */
export const POST_UPLOAD_DELAY_MS = 2_000

/** Longest texts of a map record, in Unicode code points. */
export const MAX_LENGTH = {
  title: 255,
  modernTitle: 255,
  alternativeTitle: 255,
  sheetNumber: 50,
  creator: 100,
  publisher: 100,
  description: 5000,
  attribution: 500,
  shelfmark: 100,
  institution: 255,
  catalogueUrl: 2_000,
  sheetBounds: 80,
  date: 60,
} as const

/** A scale's numerator and denominator, and dpi: this many decimal digits at most. */
export const MAX_DIGITS = 20

export const MIN_YEAR = -9999
export const MAX_YEAR = 9999

export const MIN_CONTROL_POINTS = 3
/** The kernel refuses more as well (`MAX_POINTS`, control_points.rs); a test holds the two together. */
export const MAX_CONTROL_POINTS = 2000

/** Notes on the points of a map, all together, in UTF-16 units. */
export const MAX_NOTES_LENGTH = 65_536
/** Characters of the text that names the projection of a map: a WKT says more than a code. */
export const MAX_PROJECTION_LENGTH = 4000

/** Longest word, and longest name, that a point remembers it was proposed by, in code points. */
export const MAX_ORIGIN_LENGTH = 100

/** Polygons of a crop mask, and the corners of all of them together. */
export const MAX_MASK_RINGS = 100
export const MAX_MASK_CORNERS = 10_000

/** Maps on one scan, those in the trash included. */
export const MAX_MAPS_ON_SCAN = 100

/** The longest list that one reply holds; `nextCursor` leads to the rest. */
export const LIST_MAX = 1_000

/** So long a deleted map stays in the trash, from where it can be restored. */
export const TRASH_DAYS = 30

/** Unpublished work that the server saves for a user: so many drafts, each and all together of so many bytes of JSON. */
export const MAX_DRAFTS = 200
export const MAX_DRAFT_BYTES = 1_048_576
export const MAX_DRAFTS_BYTES = 20 * 1_048_576

/** Tokens for programs that one user may have, and the days that one is good for at most. */
export const MAX_API_TOKENS = 20
export const API_TOKEN_DAYS = 366

/** Longest remark of an owner who gives a transformation back, in Unicode code points. */
export const DECISION_NOTE_MAX = 1000

/** Longest note that goes with a submitted transformation, in Unicode code points. */
export const SUBMISSION_NOTE_MAX = 2000

/** Longest comment on a map, in Unicode code points. */
export const COMMENT_MAX = 2000

/** Of each kind so many may be followed by one user. */
export const MAX_FOLLOWED = { map: 500, user: 200, place: 20 } as const
/** Longest name that a user gives to a place that they follow, in Unicode code points. */
export const FOLLOWED_PLACE_NAME_MAX = 100

/** Half the side of the EPSG:3857 square world, in projected metres. */
export const WORLD_HALF_METRES = 20_037_508.342789244

/** Longest email address, in UTF-16 units (RFC 5321). */
export const EMAIL_MAX = 254
export const USERNAME_MIN = 3
export const USERNAME_MAX = 30
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128
export const CATALOG_TITLE_MAX = 50
/** Catalogs that one user may own. */
export const MAX_CATALOGS = 1_000

export const RATING_MIN = 1
export const RATING_MAX = 5

export const NOTIFICATION_PAGE_SIZE = 20
export const BADGE_CAP = 99

export const TRANSFORM_LIMIT_POLL_MS = 30_000
export const AUTH_LIMIT_POLL_MS = 10_000
export const HEALTH_POLL_MS = 5_000
export const HEALTH_REDIRECT_MS = 3_000

export const BASE_LAYERS = ['streets', 'satellite', 'terrain', 'terrainOnly', 'esri-satellite'] as const
export type BaseLayerId = (typeof BASE_LAYERS)[number]

/** Opacity of each base layer. */
export const BASE_LAYER_OPACITY: Record<BaseLayerId, number> = {
  streets: 0.9,
  satellite: 0.8,
  terrain: 0.85,
  terrainOnly: 0.85,
  'esri-satellite': 0.9,
}

export const LANGUAGES = ['en', 'lt'] as const
export type Language = (typeof LANGUAGES)[number]

/** Keys of the browser's local storage. */
export const STORAGE_KEYS = {
  token: 'token',
  overlayOpacity: 'mapOverlayOpacity',
  tutorialCompleted: 'mapEditorTutorialCompleted',
  language: 'language',
  firstWay: 'mapEditorFirstWay',
  placeReckoning: 'mapEditorPlaceReckoning',
  baseLayer: 'mapEditorBaseLayer',
  sheetReckoning: 'mapEditorSheetReckoning',
} as const

/** The browser's database of drafts. Signing out removes from it what the account has too. */
export const DRAFT_DATABASE = 'palimpsest-editor'
/** The browser's database of what is kept for the field. Signing out deletes it as a whole. */
export const KEPT_DATABASE = 'palimpsest-kept'
/** The browser's database of maps that are on this device alone. Signing out leaves it: they are no account's. */
export const LOCAL_DATABASE = 'palimpsest-local-maps'

/** Title of the catalog that the heart puts a map into, by the language in which it is first pressed. */
export const FAVOURITES_TITLES = { en: 'Favourites', lt: 'Mėgstami' } as const
