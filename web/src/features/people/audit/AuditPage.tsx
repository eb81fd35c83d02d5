import { MAX_AUDIT_SEARCHED } from '@tenfour/contract'
import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconFilterOff, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { DebouncedTextInput } from '../../../ui/DebouncedTextInput.tsx'
import { DayRange } from '../../../ui/DayRange.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty } from '../../../ui/PageStates.tsx'
import { actionWords } from './audit-changes.ts'
import { actionsIn, areaOf, auditFilter, changeArea, subjectsIn, type AreaChoice } from './audit-filter.ts'
import type { AuditSearch } from './audit-search.ts'
import classes from './audit.module.css'
import { auditQuery } from './audit.queries.ts'
import { AuditEntries } from './AuditEntries.tsx'
import { Row } from '../../../ui/layout.tsx'

type UserPickerProps = {
  label: string
  placeholder: string
  value: number | null
  onChange: (userId: number | null) => void
  className?: string
}
type AuditPageProps = { UserPicker: ComponentType<UserPickerProps> }

export function AuditPage({ UserPicker }: AuditPageProps) {
  const search = useSearch({ from: '/shell/admin/audit' })
  const navigate = useNavigate()
  const change = (next: AuditSearch) => void navigate({ to: '/admin/audit', search: next, resetScroll: false })
  const log = useInfiniteQuery(auditQuery(auditFilter(search)))
  const isFiltered = Object.entries(search).some(([name, value]) => name !== 'area' && value !== undefined)
  const clear = (
    <Button variant="default" onClick={() => change({ area: search.area })}>
      Clear filters
    </Button>
  )
  return (
    <>
      <PageHeader title="Audit log" subtitle="Who did what to whom, newest first. Nothing here can be changed." />
      <AuditFilters UserPicker={UserPicker} search={search} onChange={change} isFiltered={isFiltered} />
      <Card flush>
        <AuditEntries
          query={log}
          empty={
            isFiltered ? (
              <Empty icon={<IconSearchOff size={28} stroke={1.6} />} title="Nothing matches" text={nothingWords(search)} action={clear} />
            ) : (
              <Empty title="Nothing recorded yet" />
            )
          }
        />
      </Card>
    </>
  )
}

const AREAS: { value: AreaChoice; label: string }[] = [
  { value: 'administration', label: 'Administration' },
  { value: 'dispatch', label: 'Dispatch' },
  { value: 'all', label: 'Everything' },
]

const nothingWords = (search: AuditSearch): string =>
  search.q && !search.to
    ? `None of the newest ${MAX_AUDIT_SEARCHED.toLocaleString('en')} entries match your filters. Choose a last day to search older ones.`
    : 'No entries match your filters.'

type AuditFiltersProps = AuditPageProps & { search: AuditSearch; onChange: (search: AuditSearch) => void; isFiltered: boolean }

function AuditFilters({ UserPicker, search, onChange, isFiltered }: AuditFiltersProps) {
  const set = (part: AuditSearch) => onChange({ ...search, ...part })
  const area = areaOf(search)
  const actions = actionsIn(area).map(({ noun, actions: all }) => ({
    group: actionWords(noun),
    items: all.map((action) => ({ value: action, label: actionWords(action) })),
  }))
  const isKnown = actions.some(({ items }) => items.some(({ value }) => value === search.action))
  return (
    <Row as="search" gap="8px 12px" align="end" aria-label="Filter the audit log">
      <Row gap="8px 12px" align="stretch" style={{ flex: '1 1 100%' }}>
        <SegmentedControl
          className={classes.area}
          aria-label="Show"
          data={AREAS}
          value={area}
          onChange={(value) => onChange(changeArea(search, AREAS.find((each) => each.value === value)?.value ?? 'administration'))}
        />
        <DebouncedTextInput
          className={classes.search}
          label="Search"
          placeholder="Search names, actions and values"
          icon={<IconSearch size={16} aria-hidden />}
          value={search.q ?? ''}
          onCommit={(q) => set({ q: q.trim() || undefined })}
        />
      </Row>
      <UserPicker
        className={classes.filter}
        label="By"
        placeholder="Anyone"
        value={search.actorId ?? null}
        onChange={(actorId) => set({ actorId: actorId ?? undefined })}
      />
      <NativeSelect
        className={classes.filter}
        label="Action"
        value={search.action ?? ''}
        data={[
          { value: '', label: 'Any' },
          ...(search.action && !isKnown ? [{ value: search.action, label: actionWords(search.action) }] : []),
          ...actions,
        ]}
        onChange={(event) => set({ action: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        className={classes.filter}
        label="About"
        value={search.userId ? 'user' : (search.subjectType ?? '')}
        data={[{ value: '', label: 'Anything' }, ...subjectsIn(area).map((type) => ({ value: type, label: actionWords(type) }))]}
        onChange={(event) => set({ subjectType: event.currentTarget.value || undefined, userId: undefined })}
      />
      {(search.subjectType === 'user' || search.userId !== undefined) && (
        <UserPicker
          className={classes.filter}
          label="Which user"
          placeholder="Anyone"
          value={search.userId ?? null}
          onChange={(userId) => set({ userId: userId ?? undefined, subjectType: 'user' })}
        />
      )}
      <DayRange className={classes.filter} value={search} onChange={set} />
      {isFiltered && (
        <Button variant="subtle" leftSection={<IconFilterOff size={16} aria-hidden />} onClick={() => onChange({ area: search.area })}>
          Clear filters
        </Button>
      )}
    </Row>
  )
}
