import {
  accessSubject,
  isAllowed,
  listActiveWarrants,
  serveWarrant,
  UNIT_CLASS,
  WarrantType,
  type WarrantAlert,
  type WarrantSummary,
} from '@tenfour/contract'
import { IconSearch } from '@tabler/icons-react'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { useClock } from '../../../../platform/format/clock.ts'
import { dateOnly, dateTime, relativeTime } from '../../../../platform/format/dates.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { DebouncedTextInput } from '../../../../ui/DebouncedTextInput.tsx'
import { errorInfo } from '../../../../ui/error-info.ts'
import { FilterChip } from '../../../../ui/FilterChip.tsx'
import { filtersOf } from '../../../../ui/FilterChips.tsx'
import { Pager } from '../../../../ui/Pager.tsx'
import { RetryButton } from '../../../../ui/RetryButton.tsx'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { PanelHeader } from '../../../../panels/PanelHeader.tsx'
import { ACTIVE_PAGE, stillActive, useActiveWarrants } from './active-warrants.ts'
import { useOwnWarrants } from '../drafts/own-warrants.ts'
import { SHORT_TYPES, standing, draftName, TYPE_TONES } from '../warrant.labels.ts'
import { openWarrant, openWarrantDialog, openWarrantDraft } from './warrant-desk.ts'
import { PanelList, PanelLoading, PanelNote, PanelRow, PanelSection } from '../../../../panels/PanelParts.tsx'
import { Row, Stack } from '../../../../ui/layout.tsx'

type View = 'active' | 'mine'
const ACTIVE = ['active', 'Active'] as const

/** The active warrants, and one's own that are not decided. */
export function WarrantsPanel() {
  const user = useSignedInUser()
  const subject = accessSubject(user)
  const [view, setView] = useState<View>('active')
  if (!isAllowed(listActiveWarrants.access, subject))
    return <PanelNote>Units of police and communications on duty see active warrants here.</PanelNote>
  const drafts = user.duty?.unitClass === UNIT_CLASS.Leo
  return (
    <>
      <PanelHeader filters={filtersOf<View>(drafts ? [ACTIVE, ['mine', 'Mine']] : [ACTIVE], view, setView)} />
      {view === 'mine' && drafts ? (
        <Mine userId={user.userId} />
      ) : (
        <Active userId={user.userId} mayServe={isAllowed(serveWarrant.access, subject)} />
      )}
    </>
  )
}

/** Up and down move between the rows. */
function moveInRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || event.target instanceof HTMLInputElement) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row === document.activeElement)
  rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + step))]?.focus()
  event.preventDefault()
}

type ListProps = { label: string; children: ReactNode; onKey?: (event: KeyboardEvent<HTMLElement>) => void }

const List = ({ label, children, onKey }: ListProps) => (
  <PanelSection
    isFlush
    aria-label={label}
    onKeyDown={(event) => {
      moveInRows(event)
      onKey?.(event)
    }}
  >
    {children}
  </PanelSection>
)

type RowProps = { id?: number; type: WarrantType; number?: string; name: string; about?: string; onOpen: () => void; children: ReactNode }

const WarrantRow = ({ id, type, onOpen, ...rest }: RowProps) => (
  <PanelRow
    data-row={id ?? ''}
    onClick={onOpen}
    badge={
      <StatusBadge tone={TYPE_TONES[type]} variant="soft">
        {SHORT_TYPES[type]}
      </StatusBadge>
    }
    {...rest}
  />
)

function Active({ userId, mayServe }: { userId: number; mayServe: boolean }) {
  const [filter, setFilter] = useState<{ page: number; type: WarrantType | undefined; q: string }>({ page: 1, type: undefined, q: '' })
  const found = useActiveWarrants(filter, userId)
  const all = found.data?.items
  // Changes when one expires, not every second.
  const ids = useClock((now) =>
    stillActive(all ?? [], now)
      .map(({ warrantId }) => warrantId)
      .join(),
  ).split(',')
  const warrants = all?.filter(({ warrantId }) => ids.includes(String(warrantId)))
  // The last row of a page may end while it is shown.
  if (filter.page > 1 && !found.isPlaceholderData && warrants?.length === 0) setFilter({ ...filter, page: filter.page - 1 })
  const serve = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key.toLowerCase() !== 's' || event.ctrlKey || event.metaKey || event.altKey || !mayServe) return
    const row = event.target instanceof HTMLElement ? event.target.dataset.row : undefined
    const warrant = warrants?.find(({ warrantId }) => String(warrantId) === row)
    if (!warrant) return
    event.preventDefault()
    event.stopPropagation()
    openWarrantDialog({ kind: 'serve', warrant })
  }
  return (
    <List label="Active warrants" onKey={serve}>
      <Stack gap={8} style={{ padding: '8px 12px', borderBottom: '1px solid var(--line)' }}>
        <DebouncedTextInput
          label="Search warrants"
          placeholder="Number, name or offence"
          icon={<IconSearch size={14} stroke={1.8} aria-hidden />}
          value={filter.q}
          onCommit={(q) => setFilter({ ...filter, page: 1, q: q.trim().slice(0, 80) })}
        />
        <Row as="span" gap={6}>
          {WarrantType.options.map((type) => (
            <FilterChip
              key={type}
              isOn={filter.type === type}
              onClick={() => setFilter({ ...filter, page: 1, type: filter.type === type ? undefined : type })}
            >
              {SHORT_TYPES[type]}
            </FilterChip>
          ))}
        </Row>
      </Stack>
      {found.isError && !warrants ? (
        <PanelNote role="alert">
          <p>{errorInfo(found.error).message}</p>
          <RetryButton size="xs" variant="default" isRetrying={found.isFetching} onRetry={() => void found.refetch()} />
        </PanelNote>
      ) : !warrants ? (
        <PanelLoading />
      ) : warrants.length === 0 ? (
        <PanelNote>{filter.q || filter.type ? 'No active warrant matches.' : 'No active warrants.'}</PanelNote>
      ) : (
        <PanelList>
          {warrants.map((warrant) => (
            <li key={warrant.warrantId}>
              <ActiveRow warrant={warrant} />
            </li>
          ))}
        </PanelList>
      )}
      {found.data && (
        <Pager
          label="Active warrants"
          page={filter.page}
          pageSize={ACTIVE_PAGE}
          total={found.data.total}
          isTotalExact={found.data.isTotalExact}
          onPage={(page) => setFilter({ ...filter, page })}
        />
      )}
    </List>
  )
}

const ActiveRow = ({ warrant }: { warrant: WarrantAlert }) => (
  <WarrantRow
    id={warrant.warrantId}
    type={warrant.type}
    number={warrant.number}
    name={warrant.subjectName}
    about={[warrant.about, warrant.isConfidential ? 'confidential' : ''].filter(Boolean).join(' · ')}
    onOpen={() => openWarrant(warrant.warrantId)}
  >
    <span className="faint" title={`Signed ${dateTime(warrant.signedAt)}, expires ${dateTime(warrant.expiresAt)}`}>
      until {dateOnly(warrant.expiresAt)}
    </span>
  </WarrantRow>
)

function Mine({ userId }: { userId: number }) {
  const known = useOwnWarrants(userId)
  const now = useNow()
  return (
    <List label="Your warrants">
      {!known ? (
        <PanelLoading />
      ) : known.drafts.length + known.own.length === 0 ? (
        <PanelNote>No drafts, and none of your warrants are pending. Press R on a record or a call to draft one.</PanelNote>
      ) : (
        <PanelList>
          {known.drafts.map((draft) => (
            <li key={`d${draft.draftId}`}>
              <WarrantRow type={draft.type} name={draftName(draft)} onOpen={() => openWarrantDraft(draft.draftId)}>
                <span className="faint">
                  {draft.changes ? `change of ${draft.changes.number}` : 'draft'}, saved {relativeTime(draft.savedAt, now)}
                </span>
              </WarrantRow>
            </li>
          ))}
          {known.own.map((warrant) => (
            <li key={warrant.warrantId}>
              <OwnRow warrant={warrant} now={now} />
            </li>
          ))}
        </PanelList>
      )}
    </List>
  )
}

function OwnRow({ warrant, now }: { warrant: WarrantSummary; now: Date }) {
  const { words, tone } = standing(warrant, warrant.writer.userId, now)
  return (
    <WarrantRow
      type={warrant.type}
      number={warrant.number}
      name={warrant.subject.name}
      about={warrant.about}
      onOpen={() => openWarrant(warrant.warrantId)}
    >
      <StatusBadge tone={tone}>{words}</StatusBadge>
    </WarrantRow>
  )
}
