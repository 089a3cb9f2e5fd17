/** Where to go after signing in: a path of ours, else the maps. Addresses of another origin are never followed. */
export function safeRedirect(target: string | undefined): string {
  return target !== undefined && /^\/(?![/\\])/.test(target) && !target.startsWith('/login')
    ? target
    : '/main'
}
