/** Stands for the file of an address that names no map. */
export const FILE_ID = '\u0000file'
