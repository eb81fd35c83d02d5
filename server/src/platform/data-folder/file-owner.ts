import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Whose a file is that this user may not use, and what to type about it; undefined if it is their own. As root nothing belongs to someone else. */
export function strangersFile(path: string, uid = process.getuid?.()): { readonly reason: string; readonly advice: string } | undefined {
  const found = statOf(path)
  if (uid === undefined || uid === 0 || !found || found.stats.uid === uid) return undefined
  const folder = found.stats.isDirectory() ? found.path : dirname(found.path)
  return {
    reason: `it belongs to ${userName(found.stats.uid)}, and the portal runs as ${userName(uid)}`,
    advice: `Type: sudo chown -R ${userName(uid)}: ${quoted(folder)}`,
  }
}

/** The file, or the nearest folder above it that can be looked at. */
function statOf(path: string) {
  for (let each = path; ; each = dirname(each)) {
    try {
      return { path: each, stats: statSync(each) }
    } catch {
      if (each === dirname(each)) return undefined
    }
  }
}

/** As `chown` takes it: the name, or the number of a user without one. */
export function userName(uid: number): string {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.split(':')[2] === String(uid))
    return line?.split(':')[0] ?? String(uid)
  } catch {
    return String(uid)
  }
}

export const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`)
