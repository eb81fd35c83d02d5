import { accessSubject, IdParam, isAllowed, manageDiscord } from '@tenfour/contract'
import { IconTicket } from '@tabler/icons-react'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Stack } from '../../../ui/layout.tsx'
import { SplitList } from '../../../ui/SplitList.tsx'
import { DiscordHeader, useDiscord, useDiscordNews } from '../discord/discord.port.ts'
import { OpenTicket } from './OpenTicket.tsx'
import { SupportRoles } from './SupportRoles.tsx'
import { TICKET_TABS, type TicketTab } from './support-search.ts'
import { TicketList } from './TicketList.tsx'
import { refreshLists, refreshSupport, refreshTicket } from './support.queries.ts'

const LABELS: Readonly<Record<TicketTab, string>> = { open: 'Open', mine: 'Mine', closed: 'Closed' }

/** Tickets that members opened in Discord, with the one that is open beside them. */
export function TicketsPage() {
  const { data: known } = useDiscord()
  // Loads the lists again, and the open ticket if it is among those that changed.
  useDiscordNews(
    refreshSupport,
    ({ event, payload }) => event === 'tickets.changed' && Promise.all([refreshLists(), ...payload.ticketIds.map(refreshTicket)]),
  )
  const mayManage = isAllowed(manageDiscord, accessSubject(useSignedInUser()))
  const { tab = 'open' }: { tab?: TicketTab } = useSearch({ strict: false })
  const { ticketId: param } = useParams({ strict: false })
  const ticketId = param === undefined ? undefined : IdParam.parse(param)
  return (
    <Stack>
      <DiscordHeader title="Tickets" known={known} />
      <SplitList
        noun="tickets"
        tabs={TICKET_TABS.map((each) => (
          <Link
            key={each}
            to="/discord/tickets"
            search={{ tab: each }}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={each === tab ? 'page' : undefined}
          >
            {LABELS[each]}
          </Link>
        ))}
        list={<TicketList key={tab} tab={tab} ticketId={ticketId} />}
        belowList={mayManage && <SupportRoles />}
        open={ticketId !== undefined && <OpenTicket ticketId={ticketId} />}
        empty={{
          icon: <IconTicket size={28} stroke={1.6} />,
          title: 'No ticket is open',
          text: 'Choose one from the list to read what was written in it, to answer or to close it.',
        }}
      />
    </Stack>
  )
}
