import { LAYOUT_FILE_BYTES, LAYOUT_FILE_FORMAT, LayoutFile, type DesktopLayout, type NamedLayout } from '@tenfour/contract'
import { isSplit, type Area, type Layout } from '../../../../panels/docking/layout.ts'
import { downloadFile } from '../../../../platform/download/download-file.ts'

/** A layout of the desktop as the portal keeps it. */
export function areasOf({ direction, root }: Layout): DesktopLayout {
  const within = (level: number, area: Area): DesktopLayout['areas'] =>
    isSplit(area)
      ? [{ level, share: area.share, tabs: [], active: '' }, ...area.split.flatMap((part) => within(level + 1, part))]
      : [{ level, share: area.share, tabs: [...area.tabs], active: area.active }]
  return { direction, areas: root.split.flatMap((part) => within(1, part)) }
}

export function exportLayout({ name, unitClass, layout }: NamedLayout): void {
  const file: LayoutFile = { format: LAYOUT_FILE_FORMAT, version: 1, name, unitClass, layout }
  const fileName = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'layout'
  downloadFile(`${fileName}.json`, JSON.stringify(file, null, 2), 'application/json')
}

/** The layout in a file that somebody made; an error says in words what is wrong with it. */
export async function readLayoutFile(file: Blob): Promise<LayoutFile> {
  if (file.size > LAYOUT_FILE_BYTES) throw new Error(`The file is too large: at most ${LAYOUT_FILE_BYTES / 1000} kB`)
  const parsed = LayoutFile.safeParse(parseJson(await file.text()))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  // A file of something else lacks the first field, whatever else is wrong with it.
  throw new Error(issue && issue.path.length > 0 ? `${issue.message} (${issue.path.join('.')})` : 'This is not a file of a desktop layout')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('The file is not JSON')
  }
}

/** The name, or with a number where the user has a layout of this name. */
export function freeName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((each) => each.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : ` ${number}`
    const free = `${name.slice(0, 40 - ending.length)}${ending}`
    if (!known.has(free.toLowerCase())) return free
  }
}
