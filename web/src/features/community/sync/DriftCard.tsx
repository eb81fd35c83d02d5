import { Text } from '@mantine/core'
import { accessSubject, admin, discordAdmin, isAllowed, manageDiscord, type DriftItem, type DriftKind } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { relativeTime } from '../../../platform/format/dates.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Card } from '../../../ui/Card.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { errorInfo } from '../../../ui/error-info.ts'
import { FilterChips, filtersOf } from '../../../ui/FilterChips.tsx'
import { besideRow } from '../../../ui/focus-beside.ts'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import classes from './Sync.module.css'
import { keepFocus } from '../../../ui/keep-focus.ts'
import { countWords, DRIFT_KINDS, driftActs, driftWords } from './sync.labels.ts'
import { driftQuery, fix, fixAll, keep, refreshSync } from './sync.queries.ts'
import { Row } from '../../../ui/layout.tsx'

/** The differences between Discord and the portal, to be settled one at a time or all at once. */
export function DriftCard({ guildId }: { guildId: string }) {
  const [kind, setKind] = useState<DriftKind | 'all'>('all')
  const [page, setPage] = useState(1)
  const heading = useRef<HTMLSpanElement>(null)
  const { data, error, refetch } = useQuery(driftQuery(guildId, page, kind === 'all' ? undefined : kind))
  const mayFixAll = isAllowed(discordAdmin, accessSubject(useSignedInUser()))
  if (!data) return error ? <PageError error={error} onRetry={refetch} /> : <PageLoading label="Comparing with Discord" />
  // The last item of the last page was settled.
  if (data.page === page && data.items.length === 0 && page > 1) setPage(page - 1)

  const ask = async (isDryRun: boolean) => {
    const { counts, isHeld } = await fixAll(guildId, data.digest, true)
    const isSure = await confirm({
      title: isDryRun ? 'Fix all: a dry run' : 'Fix all?',
      body: `${countWords(counts)}.${isHeld ? ' This many removals wait until someone confirms them.' : ''}${isDryRun ? ' Nothing has been changed.' : ''}`,
      confirmLabel: 'Fix all',
      cancelLabel: isDryRun ? 'Close' : 'Cancel',
      startsAtCancel: true,
    })
    if (isSure) await fixAll(guildId, data.digest, false)
  }
  const run = async (isDryRun: boolean) => {
    try {
      await ask(isDryRun)
    } catch (failure) {
      notify.error(errorInfo(failure).message)
    }
    await refreshSync()
    keepFocus(heading.current)
  }
  return (
    <Card
      title={
        <span ref={heading} tabIndex={-1}>
          Drift
        </span>
      }
      aside={data.total.toLocaleString('en')}
      flush
      link={
        <Row as="span" gap={6} justify="end">
          <FilterChips
            filters={filtersOf(DRIFT_KINDS, kind, (next) => {
              setKind(next)
              setPage(1)
            })}
          />
          {mayFixAll && kind === 'all' && data.fixable > 0 && (
            <>
              <ActionButton size="xs" variant="default" action={() => run(true)}>
                Dry run
              </ActionButton>
              <ActionButton size="xs" action={() => run(false)}>
                Fix all
              </ActionButton>
            </>
          )}
        </Row>
      }
    >
      {data.items.length === 0 ? (
        <Empty
          title={kind === 'all' ? 'No drift' : 'No drift of this kind'}
          text={kind === 'all' ? 'Discord matches the portal.' : undefined}
        />
      ) : (
        <ul className={classes.rows}>
          {data.items.map((item) => (
            <DriftRow
              key={`${item.kind}:${item.member.userId}:${item.roleId ?? ''}`}
              guildId={guildId}
              item={item}
              fallback={() => heading.current}
            />
          ))}
        </ul>
      )}
      <Pager label="drift" {...data} page={page} onPage={setPage} />
    </Card>
  )
}

function DriftRow({ guildId, item, fallback }: { guildId: string; item: DriftItem; fallback: () => HTMLElement | null }) {
  const row = useRef<HTMLLIElement>(null)
  const now = useNow()
  const subject = accessSubject(useSignedInUser())
  const mayAct = isAllowed(manageDiscord, subject) && (!item.isPowerful || isAllowed(admin, subject))
  const { before, after } = driftWords(item)
  const acts = driftActs(item)
  const about = [item.member.name, item.role].filter(Boolean).join(', ')
  const act = async (what: (guildId: string, item: DriftItem) => Promise<unknown>) => {
    const moveFocus = besideRow(row.current, fallback())
    try {
      await what(guildId, item)
    } catch (failure) {
      notify.error(errorInfo(failure).message)
    }
    await refreshSync()
    moveFocus()
  }
  return (
    <li className={classes.row} ref={row}>
      <Text span inherit fw={600} className="anywhere">
        {item.member.name}
      </Text>
      <span className={classes.what}>
        <span className={item.kind === 'stuck' ? classes.minus : undefined}>
          {before} {item.role !== null && <strong>{item.role}</strong>}
          {after}
        </span>
        {item.since !== null && <span className="muted">{relativeTime(item.since, now)}</span>}
      </span>
      <Row as="span" gap={6} nowrap>
        {mayAct && acts.keep && (
          <ActionButton variant="subtle" size="compact-sm" action={() => act(keep)} aria-label={`${acts.keep}: ${about}`}>
            {acts.keep}
          </ActionButton>
        )}
        {mayAct && acts.fix && (
          <ActionButton variant="default" size="compact-sm" action={() => act(fix)} aria-label={`${acts.fix}: ${about}`}>
            {acts.fix}
          </ActionButton>
        )}
        {!mayAct && item.isPowerful && isAllowed(manageDiscord, subject) && <span className="muted">needs an admin</span>}
      </Row>
    </li>
  )
}
