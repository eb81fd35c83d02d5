import type { Offence, OffenceInput } from '@tenfour/contract'
import { createHash } from 'node:crypto'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

const STYLE = `
:root { color-scheme: light dark; --line: #d5dae1; --muted: #55606f; }
@media (prefers-color-scheme: dark) { :root { --line: #323c49; --muted: #a3afbf; } }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.125rem; break-after: avoid; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; overflow-wrap: anywhere; }
th:nth-child(1) { width: 6rem; }
th:nth-child(3) { width: 8rem; }
th:nth-child(4) { width: 34%; }
th, td { padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--muted); font-size: 0.8125rem; font-weight: 500; }
td:first-child { font-family: ui-monospace, monospace; }
tr { break-inside: avoid; }
small { display: block; color: var(--muted); white-space: pre-line; }
@media (max-width: 40em) {
  thead { display: none; }
  tr { display: block; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  td { display: block; padding: 0; border: 0; }
}
@media print { body { max-width: none; padding: 0; font-size: 10pt; } }`

const range = (least: number, most: number, write: (amount: string) => string): string => {
  if (most === 0) return ''
  const [from, to] = [least.toLocaleString('en'), most.toLocaleString('en')]
  return write(least === most ? to : `${from} to ${to}`)
}

/** Whether there are fines, and how the community writes money. */
type Penalties = { readonly hasFines: boolean; readonly money: string }

/** The penalty of an offence in words; fines only where the community has them. */
const penaltyOf = ({ fineMin, fineMax, jailMin, jailMax, points }: OffenceInput, { hasFines, money }: Penalties): string =>
  [
    hasFines ? range(fineMin, fineMax, (amount) => `${escape(money).replace('#', () => amount)} fine`) : '',
    range(jailMin, jailMax, (minutes) => `${minutes} min jail`),
    points === 0 ? '' : `${points} ${points === 1 ? 'point' : 'points'}`,
  ]
    .filter(Boolean)
    .join(', ')

const rowOf = (offence: Offence, penalties: Penalties): string => {
  const { code, title, type, description } = offence
  const more = description === '' ? '' : `<small>${escape(description)}</small>`
  return `<tr><td>${escape(code)}</td><td>${escape(title)}${more}</td><td>${type}</td><td>${penaltyOf(offence, penalties)}</td></tr>`
}

type Given = Penalties & { readonly communityName: string; readonly offences: readonly Offence[] }

/** The penal code as a page of its own, without scripts, for the screen and for paper. */
export function penalCodeDocument({ communityName, offences, ...penalties }: Given): {
  type: 'text/html'
  bytes: Uint8Array
  digest: string
} {
  const categories = [...Map.groupBy(offences, ({ category }) => category)].toSorted(([a], [b]) => a.localeCompare(b, 'en'))
  const byCode = new Intl.Collator('en', { numeric: true })
  const sections = categories.map(([category, ofCategory]) => {
    const rows = ofCategory.toSorted((a, b) => byCode.compare(a.code, b.code)).map((offence) => rowOf(offence, penalties))
    return `<h2>${escape(category)}</h2>
<table><thead><tr><th scope="col">Code</th><th scope="col">Offence</th><th scope="col">Class</th><th scope="col">Penalty</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`
  })
  const title = escape(`Penal code of ${communityName}`)
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${STYLE}</style></head>
<body><main><h1>${title}</h1>
${sections.length === 0 ? '<p>No offences.</p>' : sections.join('\n')}
</main></body></html>
`
  return { type: 'text/html', bytes: Buffer.from(html), digest: createHash('sha256').update(html).digest('hex') }
}
