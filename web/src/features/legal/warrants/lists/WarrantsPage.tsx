import { IdParam, type WarrantCounts } from '@tenfour/contract'
import { IconGavel } from '@tabler/icons-react'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { useLegalPages } from '../../../../platform/session/areas.ts'
import { PageHeader, WidePage } from '../../../../ui/Page.tsx'
import { SplitList } from '../../../../ui/SplitList.tsx'
import { useOwnWarrants } from '../drafts/own-warrants.ts'
import { DraftButton } from './DraftButton.tsx'
import { DraftList } from './DraftList.tsx'
import { OpenWarrant } from '../read/OpenWarrant.tsx'
import { useWarrantCounts } from './warrant-news.ts'
import { countsLine, countWords } from '../warrant.labels.ts'
import { WarrantList } from './WarrantList.tsx'
import { LIST_TABS, WarrantsSearch, type ListTab } from './warrants-search.ts'

const LABELS: Readonly<Record<ListTab, string>> = {
  mine: 'Waiting for me',
  others: 'Others',
  active: 'Active',
  closed: 'Closed',
  drafts: 'Drafts',
}

/** The lists of warrants that wait, are active and are closed, with the open warrant beside them. */
export function WarrantsPage() {
  const user = useSignedInUser()
  const counts = useWarrantCounts(user)
  const drafts = useOwnWarrants(user.userId)?.drafts
  const pages = useLegalPages()
  const { tab = 'mine' } = WarrantsSearch.parse(useSearch({ strict: false }))
  const { warrantId: param } = useParams({ strict: false })
  const warrantId = param === undefined ? undefined : IdParam.parse(param)
  return (
    <WidePage width={1400}>
      <PageHeader title="Manage Warrants" subtitle={counts ? countsLine(counts) : '\u00A0'} actions={<DraftButton />} />
      <SplitList
        noun="warrants"
        listWidth={410}
        tabs={LIST_TABS.map((each) => (
          <Link
            key={each}
            to={pages.lists}
            search={{ tab: each }}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={each === tab ? 'page' : undefined}
          >
            {LABELS[each]}
            {tabCount(each, counts, drafts?.length)}
          </Link>
        ))}
        list={tab === 'drafts' ? <DraftList drafts={drafts} /> : <WarrantList key={tab} tab={tab} warrantId={warrantId} />}
        open={warrantId !== undefined && <OpenWarrant key={warrantId} warrantId={warrantId} tab={tab} />}
        empty={{
          icon: <IconGavel size={28} stroke={1.6} />,
          title: 'No warrant is open',
          text: 'Choose one from the list to read it, with its affidavit and its history.',
        }}
      />
    </WidePage>
  )
}

/** Closed ones only grow, so that their number says nothing. */
function tabCount(tab: ListTab, counts: WarrantCounts | undefined, drafts: number | undefined): string {
  const count = tab === 'drafts' ? drafts : tab === 'closed' ? undefined : counts?.[tab]
  return count === undefined ? '' : ` ${countWords(count)}`
}
