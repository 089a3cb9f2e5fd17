/** Names of columns and properties in any file we know of, in lower case without punctuation. */
export const COLUMN_NAMES = {
  imageX: [
    'px',
    'pixelx',
    'sourcex',
    'imagex',
    'imgx',
    'resourcex',
    'col',
    'column',
    'pixel',
    'xpixel',
    'ximage',
  ],
  imageY: ['py', 'pixely', 'sourcey', 'imagey', 'imgy', 'resourcey', 'row', 'line', 'ypixel', 'yimage'],
  lon: ['lon', 'lng', 'long', 'longitude', 'maplon', 'maplng'],
  lat: ['lat', 'latitude', 'maplat'],
  x: ['x', 'mapx', 'easting', 'east', 'e', 'groundx', 'worldx', 'geox', 'destx', 'xmap'],
  y: ['y', 'mapy', 'northing', 'north', 'n', 'groundy', 'worldy', 'geoy', 'desty', 'ymap'],
  crs: ['crs', 'srs', 'epsg'],
  enabled: ['enable', 'enabled', 'active'],
  note: ['note', 'notes', 'comment', 'name', 'label', 'title', 'description'],
  read: ['wordread'],
  name: ['placename'],
  id: ['id', 'fid', 'gcp', 'nr', 'no', 'number', 'point', 'index'],
}

/** A name as it is looked up in `COLUMN_NAMES`. */
export const bareName = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '')
