import { Button } from '@mantine/core'
import type { MemberFilter } from '@tenfour/contract'
import { IconDownload } from '@tabler/icons-react'
import { EXPORT_LIMIT } from '../../../platform/download/collect-pages.ts'
import { useCsvExport } from '../../../platform/download/use-csv-export.ts'
import { memberCsv, memberFileName } from './member-csv.ts'
import { fetchMembersPage } from './members.queries.ts'

/** Downloads every member the current filters match, in the current order. */
export function ExportButton({ filter, isEmpty }: { filter: Partial<MemberFilter>; isEmpty: boolean }) {
  const { count, start, stop } = useCsvExport()
  const download = () =>
    start({
      fetchPage: (page, signal) => fetchMembersPage(filter, page, signal),
      keyOf: ({ userId }) => userId,
      fileName: memberFileName(new Date()),
      toFile: memberCsv,
      tooMany: `The file holds the first ${EXPORT_LIMIT.toLocaleString('en')} members. Filter the list for the rest.`,
    })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
      disabled={isEmpty}
      onClick={count === null ? download : stop}
    >
      {count === null ? 'CSV' : `Stop at ${count.toLocaleString('en')}`}
    </Button>
  )
}
