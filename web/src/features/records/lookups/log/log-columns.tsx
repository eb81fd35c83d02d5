import { Text } from '@mantine/core'
import type { LookupLogEntry } from '@tenfour/contract'
import { dateTime } from '../../../../platform/format/dates.ts'
import type { Column } from '../../../../ui/table-columns.ts'
import { KIND_WORDS } from './lookup-log.ts'
import { InlineButton } from '../../../../ui/TextButton.tsx'

const MAX_LISTED = 3

type FoundProps = { entry: LookupLogEntry; onWhom: (characterId: number) => void }

/** The first few and how many more; all of them on hover. */
function Found({ entry: { found, characterId }, onWhom }: FoundProps) {
  if (found.length === 0) return <span className="faint">nothing</span>
  if (characterId !== null) {
    return (
      <InlineButton
        c="var(--text)"
        truncate
        maw="100%"
        title="Only lookups of this person and what they own"
        onClick={() => onWhom(characterId)}
      >
        {found.join(', ')}
      </InlineButton>
    )
  }
  const rest = found.length - MAX_LISTED
  return (
    <span title={found.join('\n')}>
      {found.slice(0, MAX_LISTED).join(', ')}
      {rest > 0 && <span className="faint"> and {rest} more</span>}
    </span>
  )
}

const Hits = ({ flags }: { flags: readonly string[] }) => (
  <Text span inherit c="var(--danger)" fw={550} title={flags.join(', ')}>
    {flags.join(', ')}
  </Text>
)

type Narrow = { readonly onWho: (userId: number) => void; readonly onWhom: (characterId: number) => void; readonly hasDepartment: boolean }

export const logColumns = ({ onWho, onWhom, hasDepartment }: Narrow): readonly Column<LookupLogEntry>[] => [
  { id: 'at', header: 'Time', value: ({ at }) => at, cell: ({ at }) => dateTime(at), width: 160 },
  {
    id: 'by',
    header: 'By',
    width: 172,
    cell: ({ by }) => (
      <InlineButton c="var(--text)" truncate maw="100%" title={`Only what ${by.name} looked up`} onClick={() => onWho(by.userId)}>
        <span className="mono">{by.identifier}</span> {by.name}
      </InlineButton>
    ),
  },
  ...(hasDepartment
    ? [{ id: 'department', header: 'Department', value: ({ department }: LookupLogEntry) => department.name, width: 110 }]
    : []),
  { id: 'kind', header: 'Kind', value: ({ kind }) => KIND_WORDS[kind], width: 84 },
  { id: 'query', header: 'Typed or run', value: ({ query }) => query, width: 150 },
  { id: 'found', header: 'Found', cell: (entry) => <Found entry={entry} onWhom={onWhom} /> },
  { id: 'flags', header: 'Hits', cell: ({ flags }) => <Hits flags={flags} />, width: 190 },
  { id: 'call', header: 'Call', value: ({ callId }) => callId ?? '', width: 68, mono: true, align: 'right' },
]
