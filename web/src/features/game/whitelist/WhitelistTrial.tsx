import {
  enforceWhitelist,
  listWhitelistTrials,
  manageServers,
  WHITELIST_TRIAL_DAYS,
  isAllowed,
  accessSubject,
  type ServerWhitelist,
} from '@tenfour/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Entry, ENTRY_LINK, EntryList } from '../../../ui/EntryList.tsx'
import { When } from '../../../ui/Facts.tsx'
import { Stack } from '../../../ui/layout.tsx'

type WhitelistTrialProps = { readonly serverId: number; readonly whitelist: ServerWhitelist }

/** Switches a server's whitelist on and off; before it is on, lists whom it would have refused. */
export function WhitelistTrial({ serverId, whitelist: { isEnforced, wouldRefuse } }: WhitelistTrialProps) {
  const user = useSignedInUser()
  if (!isAllowed(manageServers, accessSubject(user))) return null
  const enforce = async (next: boolean) => {
    const isSure = await confirm({
      title: next ? 'Refuse players who are not listed?' : 'Let everyone in?',
      body: next
        ? `From now on only members on this whitelist can join. ${wouldRefuse === 0 ? 'Nobody would have been refused recently.' : `${players(wouldRefuse)} would have been refused recently.`}`
        : 'Players who are not on the whitelist can join from now on. The portal notes whom it would have refused.',
      confirmLabel: next ? 'Switch on' : 'Switch off',
    })
    if (!isSure) return
    try {
      await call(enforceWhitelist, { params: { serverId }, body: { isEnforced: next } })
      await queryClient.invalidateQueries({ queryKey: ['server-whitelist', serverId] })
      notify.success(next ? 'The whitelist is on' : 'The whitelist is off')
    } catch (error) {
      reportError(error, 'The whitelist was not switched')
    }
  }
  return (
    <Stack gap={12} style={{ marginTop: 14 }}>
      {!isEnforced && <Trials serverId={serverId} wouldRefuse={wouldRefuse} />}
      <div>
        <ActionButton variant={isEnforced ? 'default' : 'filled'} action={() => enforce(!isEnforced)}>
          {isEnforced ? 'Switch the whitelist off' : 'Switch the whitelist on'}
        </ActionButton>
      </div>
    </Stack>
  )
}

const players = (count: number) => (count === 1 ? 'One player' : `${count.toLocaleString('en')} players`)

function Trials({ serverId, wouldRefuse }: { serverId: number; wouldRefuse: number }) {
  const now = useNow()
  const trials = useQuery({
    queryKey: ['server-whitelist', serverId, 'trials', wouldRefuse],
    queryFn: ({ signal }) => call(listWhitelistTrials, { params: { serverId }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    meta: { handled: true },
  })
  if (trials.isPending) return <CardLoading rows={2} />
  if (trials.isError) return <CardError what="Whom it would have refused" onRetry={trials.refetch} />
  if (trials.data.length === 0)
    return <CardNote>The whitelist is not switched on. It would have refused nobody in the last {WHITELIST_TRIAL_DAYS} days.</CardNote>
  return (
    <>
      <CardNote>
        {`The whitelist is not switched on. In the last ${WHITELIST_TRIAL_DAYS} days it would have refused ${players(wouldRefuse).toLowerCase()}:`}
      </CardNote>
      <EntryList label="Would have been refused">
        {trials.data.map(({ name, account, firstAt, lastAt }) => (
          <Entry
            key={`${name} ${firstAt}`}
            title={name}
            detail={
              account ? (
                <>
                  <Link to="/admin/users/$userId" params={{ userId: account.userId }} className={ENTRY_LINK}>
                    {account.name}
                  </Link>{' '}
                  is not on the whitelist
                </>
              ) : (
                'No account of the portal is known to be theirs'
              )
            }
          >
            <When at={lastAt} now={now} />
          </Entry>
        ))}
      </EntryList>
    </>
  )
}
