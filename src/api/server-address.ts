import { API_BASE } from '../../contract/api/define-call.ts'

/** Empty: the server that the page came from. */
let origin = ''

/**
 * Names another server than the one that the page came from: the native wrapper brings its pages along. To be called
 * before anything is asked of a server; `chosen` is an origin, `https://maps.example.org`.
 */
export function setServerOrigin(chosen: string): void {
  origin = chosen
}

/** The server's origin, for what resolves no relative addresses. */
export const serverOrigin = (): string => origin || location.origin

/** A path of the server's (`/api/…`) as it is asked for. */
export const onServer = (path: string): string => origin + path

/** Address of a call's path, which is below `/api`. */
export const apiUrl = (path: string): string => onServer(API_BASE + path)
