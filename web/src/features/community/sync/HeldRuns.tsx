import { accessSubject, discordAdmin, isAllowed, type HeldRun } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { peopleWords, removalWords } from './sync.labels.ts'
import { actOnSync, cancelRun, confirmRun, heldRunsQuery } from './sync.queries.ts'
import { Row } from '../../../ui/layout.tsx'

/** Removals that were too many to go ahead by themselves. */
export function HeldRuns({ guildId }: { guildId: string }) {
  const { data, isError } = useQuery(heldRunsQuery)
  if (isError) return <Banner tone="warning">Whether removals wait for you could not be loaded.</Banner>
  return data?.filter((run) => run.guildId === guildId).map((run) => <Held key={run.runId} run={run} />)
}

function Held({ run }: { run: HeldRun }) {
  const mayDecide = isAllowed(discordAdmin, accessSubject(useSignedInUser()))
  const take = async () => {
    const isSure = await confirm({
      title: `Take away ${removalWords(run.removals).replace(/removals?/, run.removals === 1 ? 'role' : 'roles')}?`,
      body: `From ${peopleWords(run.members)}: ${run.roles.map(({ name, removals }) => `${name} (${removals})`).join(', ')}.`,
      confirmLabel: 'Take away',
      danger: true,
    })
    if (isSure) await actOnSync(() => confirmRun(run))
  }
  return (
    <Banner
      tone="warning"
      title={`${removalWords(run.removals)} wait${run.removals === 1 ? 's' : ''} for confirmation.`}
      announce
      action={
        mayDecide && (
          <Row as="span" gap={6} nowrap>
            <ActionButton size="xs" variant="default" action={() => actOnSync(() => cancelRun(run.runId))}>
              Leave them
            </ActionButton>
            <ActionButton size="xs" color="danger" action={take}>
              Take away…
            </ActionButton>
          </Row>
        )
      }
    >
      {peopleWords(run.members)} of {run.linked.toLocaleString('en')} would lose{' '}
      {run.roles.map(({ name, removals }) => `${name} (${removals})`).join(', ')}.{' '}
      {!mayDecide && 'An admin, or someone with DISCORD_ADMIN, decides.'}
    </Banner>
  )
}
