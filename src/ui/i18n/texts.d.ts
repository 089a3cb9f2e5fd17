import type account from '../../../locales/en/account.json'
import type assignments from '../../../locales/en/assignments.json'
import type auth from '../../../locales/en/auth.json'
import type catalogs from '../../../locales/en/catalogs.json'
import type commands from '../../../locales/en/commands.json'
import type common from '../../../locales/en/common.json'
import type compare from '../../../locales/en/compare.json'
import type corrections from '../../../locales/en/corrections.json'
import type discussion from '../../../locales/en/discussion.json'
import type downloads from '../../../locales/en/downloads.json'
import type editor from '../../../locales/en/editor.json'
import type errors from '../../../locales/en/errors.json'
import type help from '../../../locales/en/help.json'
import type importTexts from '../../../locales/en/import.json'
import type interop from '../../../locales/en/interop.json'
import type explore from '../../../locales/en/explore.json'
import type follows from '../../../locales/en/follows.json'
import type guide from '../../../locales/en/guide.json'
import type landing from '../../../locales/en/landing.json'
import type foundWords from '../../../locales/en/foundWords.json'
import type many from '../../../locales/en/many.json'
import type match from '../../../locales/en/match.json'
import type maps from '../../../locales/en/maps.json'
import type measure from '../../../locales/en/measure.json'
import type navigator from '../../../locales/en/navigator.json'
import type notifications from '../../../locales/en/notifications.json'
import type published from '../../../locales/en/published.json'
import type projection from '../../../locales/en/projection.json'
import type placeEntry from '../../../locales/en/placeEntry.json'
import type pointSearches from '../../../locales/en/pointSearches.json'
import type propose from '../../../locales/en/propose.json'
import type places from '../../../locales/en/places.json'
import type publicTexts from '../../../locales/en/public.json'
import type search from '../../../locales/en/search.json'
import type server from '../../../locales/en/server.json'
import type sideBySide from '../../../locales/en/sideBySide.json'
import type settings from '../../../locales/en/settings.json'
import type share from '../../../locales/en/share.json'
import type sheet from '../../../locales/en/sheet.json'
import type shortcuts from '../../../locales/en/shortcuts.json'
import type scan from '../../../locales/en/scan.json'
import type sorting from '../../../locales/en/sorting.json'
import type table from '../../../locales/en/table.json'
import type trash from '../../../locales/en/trash.json'
import type upload from '../../../locales/en/upload.json'
import type tryTexts from '../../../locales/en/try.json'
import type uncertainty from '../../../locales/en/uncertainty.json'
import type versions from '../../../locales/en/versions.json'
import type viewer from '../../../locales/en/viewer.json'

/** Keys are checked against the English texts; a namespace is added here when its file is. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      commands: typeof commands
      common: typeof common
      account: typeof account
      assignments: typeof assignments
      auth: typeof auth
      catalogs: typeof catalogs
      compare: typeof compare
      corrections: typeof corrections
      discussion: typeof discussion
      downloads: typeof downloads
      editor: typeof editor
      errors: typeof errors
      help: typeof help
      import: typeof importTexts
      interop: typeof interop
      explore: typeof explore
      follows: typeof follows
      guide: typeof guide
      landing: typeof landing
      many: typeof many
      match: typeof match
      maps: typeof maps
      navigator: typeof navigator
      notifications: typeof notifications
      published: typeof published
      placeEntry: typeof placeEntry
      projection: typeof projection
      places: typeof places
      foundWords: typeof foundWords
      measure: typeof measure
      sideBySide: typeof sideBySide
      pointSearches: typeof pointSearches
      propose: typeof propose
      public: typeof publicTexts
      search: typeof search
      server: typeof server
      settings: typeof settings
      share: typeof share
      sheet: typeof sheet
      shortcuts: typeof shortcuts
      scan: typeof scan
      sorting: typeof sorting
      table: typeof table
      trash: typeof trash
      try: typeof tryTexts
      upload: typeof upload
      uncertainty: typeof uncertainty
      versions: typeof versions
      viewer: typeof viewer
    }
  }
}
