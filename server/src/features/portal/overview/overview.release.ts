import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { ReleaseNotes } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'

const CHANGELOG = fileURLToPath(new URL('../../../../../CHANGELOG.md', import.meta.url))

export async function readRelease(db: Db, version: string): Promise<ReleaseNotes> {
  // An installation may have no change log.
  const text = await readFile(CHANGELOG, 'utf8').catch(() => '')
  const backup = await db
    .selectFrom('backups')
    .select(['started_at', 'file'])
    .where('reason', '=', 'upgrade')
    .where('state', '=', 'made')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    version,
    sections: sectionsOf(text, version),
    wayBack: backup ? { madeAt: backup.started_at.toISOString(), file: backup.file } : null,
  }
}

/** The sections of the change log for a version, or of what is not yet released where it names no such version. */
export function sectionsOf(changeLog: string, version: string): ReleaseNotes['sections'] {
  const releases = changeLog.split(/^## /m).slice(1)
  const release = releases.find((each) => each.startsWith(version) || each.startsWith(`[${version}]`)) ?? releases[0] ?? ''
  const [first = '', ...sections] = release.split(/^### /m)
  const general = pointsOf(first)
  return [
    ...(general.length > 0 ? [{ title: 'In general', points: general }] : []),
    ...sections.map((section) => ({ title: section.split('\n')[0]?.trim() ?? '', points: pointsOf(section) })),
  ]
}

/** Each point of a list as one line of plain text. */
const pointsOf = (section: string): string[] =>
  section
    .split(/^- /m)
    .slice(1)
    .map((point) =>
      point
        .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
        .replaceAll(/[`*]/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
