import { useMemo } from 'react'
import { encode } from 'uqr'
import classes from './Invitations.module.css'

/** The empty margin that scanners need, in modules. */
const QUIET_ZONE = 4

/** A QR code: dark on white in every theme, because many scanners read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: QUIET_ZONE }), [text])
  return (
    // oxlint-disable-next-line prefer-tag-over-role -- an inline drawing, which no img element can hold
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={pathOf(data)} fill="currentColor" />
    </svg>
  )
}

/** One shape of all dark modules: each run of a row is a bar. */
export const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1]) return []
        const end = row.indexOf(false, x)
        const width = (end === -1 ? row.length : end) - x
        return `M${x} ${y}h${width}v1h-${width}z`
      }),
    )
    .join('')
