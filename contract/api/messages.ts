/**
 * The English text of every message key that the server sends. The same keys stand in `locales/{lang}/errors.json`
 * (namespace `errors`: the key without its first word), where the interface finds its translation. `{name}` is
 * replaced by the detail of that name.
 */
export const MESSAGES = {
  'errors.validationFailed': 'Validation failed',
  'errors.invalidRequest': 'Invalid request',
  'errors.unauthorized': 'Please log in',
  'errors.notFound': 'Not found',
  'errors.conflict': 'The map has changed in the meantime. Please try again.',
  'errors.tooManyRequests': 'Too many requests. Please try again in {seconds} seconds.',
  'errors.internal': 'Something went wrong on the server',
  'errors.unavailable': 'The server is temporarily unavailable',
  'errors.diskFull':
    'There is not enough space on the server. What is there stays readable. Please tell its operator, or try again later.',
  'errors.unsupportedMediaType': 'The request has an unsupported content type',
  'errors.payloadTooLarge': 'The request is too large',

  'errors.iiif.tooLargeForStrangers':
    'PNG, WebP and enlarged pictures of more than {megapixels} megapixels are made for those who are signed in. Ask for jpg, or for a smaller size.',
  'errors.iiif.badPart': 'The {part} of this IIIF address is not valid: {value}',

  'errors.outside.badAddress': 'This is no address of the web: begin it with https://',
  'errors.outside.notAllowed':
    'The operator of this instance has not allowed fetching from {host}. Ask them, or download the file and choose it here.',
  'errors.outside.portNotAllowed':
    'Only the usual port of {host} is allowed here. Ask the operator to allow this address with its port, or download the file and choose it here.',
  'errors.outside.privateAddress': '{host} is not on the public internet.',
  'errors.outside.unreachable': '{host} does not answer. Check the address, or try again later.',
  'errors.outside.refused': '{host} answers with the error {status}. Check the address.',
  'errors.outside.tooManyRedirects': '{host} leads on and on. Give the address of the file itself.',
  'errors.outside.tooLarge': 'What {host} sends is too large.',
  'errors.outside.tooSlow': '{host} takes too long to answer. Try again later.',

  'errors.import.notIiif':
    'There is neither a IIIF manifest nor an image service at this address. Look for “IIIF” on the page of the map, and copy the address of the manifest.',
  'errors.import.collection':
    'This address leads to a collection. Open the map in it, and give the address of its own manifest.',
  'errors.import.noImages': 'This manifest names no image that an image service offers.',
  'errors.import.noWhole':
    'This image service offers the image only in pieces that cannot be put together. Download the image there and upload it here.',
  'errors.import.tooLarge':
    'The image has {megapixels} megapixels. At most {limit} megapixels can be fetched.',
  'errors.import.choosePage': 'There are several images at this address. Choose one of them.',
  'errors.import.noSuchPage': 'There is no image of this number',
  'errors.import.notAPicture': '{host} sent something that is no picture.',
  'errors.import.failed': 'The image could not be fetched',
  'errors.import.notFailed': 'There is no image of this map to be fetched again',
  'errors.import.notFetching': 'The image of this map is not being fetched',

  'errors.archive.oneAtATime':
    'A file of “{title}” is being made for you. Wait until it is done, or stop it in that map’s info, then try again.',
  'errors.archive.notMaking': 'No such file is being made of this map',
  'errors.archive.tooLarge':
    'The file takes more room than the operator allows ({limit} GB). Take the published GeoTIFF instead: it holds the whole map.',
  'errors.archive.unknownSystem':
    'There is no coordinate system {crs}. Give the number of one, for example 3346.',
  'errors.archive.unsupportedSystem':
    'Maps cannot be drawn in {crs}. Choose another coordinate system, such as UTM or EPSG:4326.',
  'errors.archive.turnedSystem':
    'The coordinates of {crs} count south or west, which few programs read in a GeoTIFF. Choose its variant that counts east and north, or UTM.',
  'errors.archive.manySystems':
    'There are {count} files of this map in other coordinate systems already. Take one of them, or wait until one has expired.',
  'errors.archive.failed': 'The file could not be made. Please try again.',
  'errors.archive.outdated': 'The map was georeferenced anew meanwhile. Please try again.',

  'errors.lettering.notRead': 'The words on this scan have not been read yet. Read them first.',
  'errors.lettering.failed': 'The words on this scan could not be read. Please try again.',
  'errors.lettering.tooManyLately':
    'You have had many scans read lately. Please try again in {minutes} minutes.',
  'errors.lettering.tooLong':
    'Comparing the names took too long. Say where the map may lie, so that fewer places are compared.',
  'errors.lettering.outside': 'This word does not lie on the scan',
  'errors.lettering.hasPoints':
    'You have begun to place this map yourself. Mend the proposal in the editor, or refuse it.',

  'errors.tokens.tooMany': 'There are {limit} tokens already. Revoke one that you no longer need.',
  'errors.tokens.peopleOnly': 'A program cannot do this with its token. Log in on the site instead.',
  'errors.tokens.readOnly': 'This token may only read. Make one that may change things, in the settings.',

  'errors.auth.invalidCredentials': 'Invalid credentials',
  'errors.auth.userAlreadyExists': 'User already exists',
  'errors.auth.emailAlreadyRegistered': 'Email already registered',
  'errors.auth.usernameAlreadyTaken': 'Username already taken',
  'errors.auth.tooManyAttempts': 'Too many attempts. Please try again in {minutes} minutes.',
  'errors.auth.tooManyAttemptsForEmail':
    'Too many attempts for this email. Please try again in {minutes} minutes.',
  'errors.auth.tooManyAttemptsForIp':
    'Too many attempts from this IP. Please try again in {minutes} minutes.',
  'errors.auth.currentPasswordIncorrect': 'Current password is incorrect',
  'errors.auth.emailNeedsPassword': 'Enter your current password to change your email',
  'errors.auth.accountLocked': 'The operator of this instance has locked this account. Please write to them.',
  'errors.auth.resetLinkInvalid': 'This link is no longer valid',

  'errors.catalogs.readOnly': 'You may look at this catalog, but not change it',
  'errors.follows.ownAccount': 'You cannot follow yourself',
  'errors.follows.tooMany': 'You follow {limit} already. End one of them in the settings first.',
  'errors.notifications.tooManyStreams': 'Too many windows are open. Close some of them.',

  'errors.fields.required': 'This field is required',
  'errors.fields.invalidType': 'This value has the wrong type',
  'errors.fields.unknown': 'This field is not known',
  'errors.fields.invalidCharacters': 'This text contains characters that are not allowed',
  'errors.fields.invalidText': 'This text contains characters that cannot be stored',
  'errors.fields.tooLong': 'At most {limit} characters',
  'errors.fields.unknownLicence':
    'Choose one of the licences of the list: PDM-1.0, CC0-1.0, CC-BY-4.0, CC-BY-SA-4.0, CC-BY-ND-4.0, CC-BY-NC-4.0, CC-BY-NC-SA-4.0, CC-BY-NC-ND-4.0 or InC',
  'errors.fields.tooMany': 'This list is too long',
  'errors.fields.yearSpan':
    'This is more than one year. Write it in “Date as written” (1888–1890), or as the first and the last year.',
  'errors.fields.invalidYear': 'A year is a whole number from -9999 to 9999',
  'errors.fields.unknownDate':
    'This date is not understood. Write it as 1850, c. 1850, 1840–1860, 184?, before 1900 or 19th century',
  'errors.fields.ownersAlone': 'The owner of the map alone changes this',
  'errors.fields.changedMeanwhile':
    'Changed meanwhile, elsewhere, to “{theirs}”. Save again to put yours in its place.',
  'errors.fields.startAfterEnd': 'The start year lies after the end year',
  'errors.fields.invalidScale': 'A scale is two numbers of 1 to 20 digits, such as 1:50000',
  'errors.fields.invalidWebAddress': 'Write a whole web address, beginning with https:// or http://',
  'errors.fields.invalidSheetBounds': 'Write the sides of the sheet in degrees, as N 55.5 W 24 E 25 S 55',
  'errors.fields.invalidDpi': 'A resolution is a number of 1 to 20 digits',
  'errors.fields.invalidEmail': 'Enter a valid email address',
  'errors.fields.usernameLength': 'A username has 3 to 30 characters',
  'errors.fields.usernameCharacters':
    'A username has letters, digits, spaces, hyphens, apostrophes and underscores only',
  'errors.fields.passwordTooShort': 'A password has at least 6 characters',
  'errors.fields.passwordTooLong': 'A password has at most 128 characters',
  'errors.fields.passwordNeedsDigit': 'A password has at least one digit',
  'errors.fields.passwordNeedsUppercase': 'A password has at least one uppercase letter',
  'errors.fields.passwordTooCommon': 'This password is very common. Choose another one.',
  'errors.fields.invalidRating': 'A rating is a whole number from 1 to 5',
  'errors.fields.invalidBox': 'A box is minX, minY, maxX and maxY in metres',
  'errors.fields.invalidBounds': 'A box is west, south, east and north in metres, separated by commas',

  'errors.catalogs.titleTooShort': 'The title is too short',
  'errors.catalogs.titleTooLong': 'A title has at most 50 characters',
  'errors.catalogs.invalidCharacters': 'A title has letters, digits, spaces, hyphens and underscores only',
  'errors.catalogs.tooMany': 'You have {limit} catalogs already. Delete one you no longer need first.',
  'errors.catalogs.titleTaken': 'You already have a catalog of this title',
  'errors.catalogs.userNotFound': 'There is no such user',
  'errors.catalogs.tooManyShares':
    'You have shared many catalogs lately. Please try again in {minutes} minutes.',
  'errors.catalogs.notYours': 'You can only view this catalog',
  'errors.catalogs.mapTwice': 'A map is named twice',
  'errors.catalogs.mapsChanged': 'The maps of this catalog have changed in the meantime. Please try again.',

  'errors.upload.fileRequired': 'File required',
  'errors.upload.invalidFileType': 'Invalid file type',
  'errors.upload.fileTooLarge': 'File is too large',
  'errors.upload.emptyFile': 'The file is empty',
  'errors.upload.incomplete': 'Upload failed. Please try again.',
  'errors.upload.mapsPerMonthReached':
    'Your plan allows {limit} maps per month. You can upload again on {nextSlotAt}.',

  'errors.upload.storageUsedUp':
    'The storage for these maps is used up: {used} of {limit} GiB. Move maps to the trash, which they leave after 30 days, or ask the operator for more.',
  'errors.upload.tooManyBegun':
    'Too many uploads have begun: {limit} at once. Finish or discard one, or try again in a day.',
  'errors.upload.scanNotFailed': 'This scan could be read: there is nothing to try again or to replace',
  'errors.upload.tooManyWaiting':
    'Too many scans of yours wait to be prepared: {limit} at once. Upload this one when the first of them is ready.',

  'errors.maps.noPermission': "You don't have permission to edit this map",
  'errors.maps.notReady': 'The map is still being processed',
  'errors.maps.fileMissing': 'map file data missing',
  'errors.maps.changedMeanwhile': 'The same fields have been changed elsewhere since you opened them',
  'errors.maps.ownersFields':
    'Licence, rights, visibility and claims of a map are its owner’s alone. Leave these fields as they are.',
  'errors.maps.notCorrected': 'Nothing was changed. What is wrong is said beside the maps.',
  'errors.maps.assigned': 'Someone is working on this map: it can be changed once they are done',
  'errors.maps.takenDown': 'The operator of this instance has taken this map down: you alone can see it.',
  'errors.maps.tooManyOnScan': 'A scan has at most {limit} maps, those in the trash included.',
  'errors.maps.versionNotFound': 'There is no such version',

  'errors.ratings.ownMap': 'This is your own map: others rate it',
  'errors.betterPoints.ownMap': 'This is your own map: its points are yours to better',
  'errors.betterPoints.notPublished': 'This map is not published, so nothing can be said of its points yet',

  'errors.discussion.notYours': 'Someone else has written this comment',
  'errors.discussion.noSuchPoint': 'The overlay has no such point',
  'errors.discussion.pointOutdated':
    'The map has been published anew, or is not published. Choose the point again, or say it about the whole map.',
  'errors.discussion.full': 'A map has at most {limit} comments. Its owner can delete some.',
  'errors.discussion.tooManyLately':
    'You have written many comments lately. Please try again in {minutes} minutes.',

  'errors.transform.insufficientControlPoints': 'Insufficient control points',
  'errors.transform.unequalLists': 'There must be as many map points as image points',
  'errors.transform.invalidPoint': 'The coordinates of a control point must be numbers',
  'errors.transform.outOfWorld':
    'A control point lies outside the map, which ends at 85.05° north and south. Move it back, or delete it.',
  'errors.transform.tooManyControlPoints': 'At most 2,000 control points are allowed',
  'errors.transform.tooManyCorners': 'A crop mask has at most 100 polygons and 10,000 corners in all',
  'errors.transform.notesTooLong':
    'The notes on the points of a map have at most 65,536 characters together. Shorten some of them.',
  'errors.transform.conflict': 'Control points {first} and {second} contradict each other',
  'errors.transform.duplicate': 'Duplicate control points detected',
  'errors.transform.limitReached': 'Transform limit reached. Please try again in {minutes} minutes.',
  'errors.transform.tooManyWaiting':
    'Too many maps of yours wait to be transformed: {limit} at once. Your points are kept; transform this map when the first of them is done.',
  'errors.transform.superseded': 'A newer transformation has taken the place of this one',
  'errors.transform.failed': 'Transformation failed. Please try again.',
  'errors.transform.cancelled': 'The transformation was cancelled',

  'errors.transform.publishedElsewhere':
    'The map has been published elsewhere meanwhile. Compare both before you publish.',
  'errors.transform.runningElsewhere':
    'The map is being published elsewhere at this moment. Wait until that is done.',

  'errors.drafts.changedElsewhere': 'The draft has been changed elsewhere',
  'errors.drafts.tooMany': 'At most {limit} drafts are kept. Publish or discard some first.',
  'errors.drafts.tooMuch':
    'Your drafts may take {limit} MB together on the server. Publish or discard some first.',
  'errors.drafts.tooLarge': 'The draft is too large to be kept on the server',

  'errors.claims.pendingExists': 'You already have a pending map transformation. Please complete that first.',
  'errors.claims.limitReached': 'Transform limit reached. Next transform available in {minutes} minutes.',
  'errors.claims.tooManyLately': 'You have claimed many maps lately. Please try again in {minutes} minutes.',
  'errors.claims.notAgainYet': 'You have worked on this map lately. You can claim it again in {hours} h.',
  'errors.claims.closed': 'The owner of this map does not let others claim it',
  'errors.claims.stillWorking':
    'Something was changed within the last hour. You can end the claim in {minutes} minutes, or make the map private.',
  'errors.claims.submitted': 'The work is submitted: approve or reject it',
  'errors.claims.nothingToEnd': 'Nobody is working on this map',
  'errors.claims.ownMap': 'You cannot claim your own map',
  'errors.claims.notClaimable': 'This map cannot be claimed',
  'errors.claims.alreadyClaimed': 'Someone else is working on this map',
  'errors.claims.notYours': 'This map is not assigned to you',
  'errors.claims.expired': 'Assignment for the map has expired',
  'errors.claims.notTransformed': 'The map has not been transformed yet',
  'errors.claims.alreadyDone': 'The transformation has already been submitted',
  'errors.claims.notDone': 'There is nothing to decide any more: it was decided about, or taken back',
  'errors.claims.contributorBusy':
    'Its contributor is working on another map now. Ask again later, or reject it: the points are kept for them.',
  'errors.claims.unknownReason': 'This reason is not known',
} as const satisfies Record<`errors.${string}`, string>

export type MessageKey = keyof typeof MESSAGES

/** Values that a message's text names. */
export type MessageDetails = Readonly<Record<string, string | number>>

/** Whether a text is one of the message keys (zod issues carry keys as their message). */
export function isMessageKey(text: string): text is MessageKey {
  return Object.hasOwn(MESSAGES, text)
}

/** The English text of a key with its `{name}` placeholders filled in. */
export function messageText(key: MessageKey, details: MessageDetails = {}): string {
  return MESSAGES[key].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(details[name] ?? placeholder),
  )
}
