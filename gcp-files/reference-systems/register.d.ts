/** `code|name|area of use|base geographic system, or =the system it is read as|projection` */
export const SYSTEMS: string
/** `code|semi-major axis|inverse flattening|prime meridian, degrees|unit, degrees` */
export const GEODETIC: string
/** `base|EPSG code|name|accuracy, metres|area of use|parameters` */
export const OPERATIONS: string
/** `name without signs|base`; of several the one in use first */
export const DATUM_NAMES: string
