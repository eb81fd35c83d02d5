import { Button } from '@mantine/core'
import { accessSubject, dropFailedErrands, ErrandState, isAllowed, manageDiscord, type DiscordErrand } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { keepFocus } from '../../../ui/keep-focus.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import { Stack } from '../../../ui/layout.tsx'
import { BotProblem, JobsBar } from './BotState.tsx'
import { errandsQuery, refreshErrands, useDiscord, type ErrandFilter } from './discord.queries.ts'
import { droppedWords, ERRAND_STATES } from './discord.labels.ts'
import { DiscordHeader } from './DiscordHeader.tsx'
import { errandColumns } from './errand-columns.tsx'

const DEFAULTS = { sortable: [], filterable: ['state'] }
const FILTERS = [
  {
    id: 'state',
    label: 'State',
    filter: { options: ErrandState.exclude(['held']).options.map((value) => ({ value, label: ERRAND_STATES[value].word })) },
  },
]
const rowKey = ({ errandId }: DiscordErrand) => errandId

/** The jobs that the portal wants done in Discord, their outcome, and what can be done about failed jobs. */
export function ErrandsPage() {
  const mayManage = isAllowed(manageDiscord, accessSubject(useSignedInUser()))
  const { data: known } = useDiscord()
  const [state, setState] = useTableSearch(DEFAULTS)
  const wanted = ErrandState.safeParse(state.filters['state']).data
  const filter: ErrandFilter = { page: state.page, pageSize: state.size, ...(wanted && { state: wanted }) }
  const errands = useQuery(errandsQuery(filter))
  const refresh = useRef<HTMLButtonElement>(null)
  const now = useNow()
  const columns = useMemo(() => errandColumns(now, mayManage), [now, mayManage])
  const isOutdated = useOutdated(known?.jobs, errands.dataUpdatedAt)
  return (
    <Stack>
      <DiscordHeader title="Discord jobs" known={known} />
      {known?.isSetUp && <BotProblem bot={known.bot} />}
      {known && <JobsBar jobs={known.jobs} hasLink={false} />}
      <DataTable
        label="Jobs in Discord"
        noun="jobs"
        columns={columns}
        rows={errands.data?.items}
        total={errands.data?.total ?? 0}
        isTotalExact={errands.data?.isTotalExact}
        rowKey={rowKey}
        state={state}
        onStateChange={setState}
        filters={FILTERS}
        error={errands.error}
        onRetry={errands.refetch}
        searchLabel={null}
        toolbar={
          // Refreshing is always there: what is in use does not go while it has the focus. Rows never move by themselves, so that none is dropped by mistake.
          <>
            {mayManage && wanted === 'failed' && errands.data && errands.data.total > 0 && (
              <ActionButton variant="subtle" color="danger" action={() => dropFailed(refresh.current)}>
                Drop all failed
              </ActionButton>
            )}
            <Button
              ref={refresh}
              variant={isOutdated ? 'light' : 'default'}
              aria-busy={errands.isFetching || undefined}
              onClick={() => void refreshErrands().catch(reportError)}
            >
              {isOutdated ? 'Show changes' : 'Refresh'}
            </Button>
          </>
        }
        empty={{
          title: 'Nothing has been done in Discord yet',
          text: 'Roles that are given and taken, nicknames and messages appear here as the portal asks for them.',
        }}
      />
    </Stack>
  )
}

/** `next`: where the focus goes, because none may be left to drop. */
async function dropFailed(next: HTMLElement | null): Promise<void> {
  const isSure = await confirm({
    title: 'Drop all failed jobs?',
    body: 'These jobs will not be done in Discord and can’t be retried here. Nothing changes in the portal.',
    confirmLabel: 'Drop all',
    danger: true,
  })
  if (!isSure) return
  try {
    const { dropped, kept } = await call(dropFailedErrands, { body: {} })
    notify.success(droppedWords(dropped, kept))
    await refreshErrands()
    keepFocus(next)
  } catch (error) {
    reportError(error)
  }
}

/** Whether the room has told of other numbers since the list was loaded. */
function useOutdated(jobs: unknown, loadedAt: number): boolean {
  const [seen, setSeen] = useState({ jobs, loadedAt })
  if (seen.loadedAt !== loadedAt || seen.jobs === undefined) {
    if (seen.loadedAt !== loadedAt || jobs !== undefined) setSeen({ jobs, loadedAt })
    return false
  }
  return JSON.stringify(seen.jobs) !== JSON.stringify(jobs)
}
