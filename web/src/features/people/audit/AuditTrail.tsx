import { useInfiniteQuery } from '@tanstack/react-query'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading } from '../../../ui/CardStates.tsx'
import { Empty } from '../../../ui/PageStates.tsx'
import { auditQuery, userAuditQuery } from './audit.queries.ts'
import { AuditEntries } from './AuditEntries.tsx'
import { AuditList } from './AuditList.tsx'

/** The audit entries about one account. */
export function AuditTrail({ userId }: { userId: number }) {
  const trail = useInfiniteQuery(userAuditQuery(userId))
  return (
    <Card title="Audit trail" aside="What was done to this account, newest first" flush>
      <AuditEntries query={trail} empty={<Empty title="Nothing recorded yet" />} hasSubject={false} />
    </Card>
  )
}

const RECENT = 8

/** The latest administrative changes. */
export function RecentAudit() {
  const recent = useInfiniteQuery(auditQuery({ area: 'administration' }, RECENT))
  if (recent.isPending) return <CardLoading rows={4} />
  if (recent.isError) return <CardError what="Recent changes" onRetry={recent.refetch} />
  return <AuditList entries={recent.data.pages[0]?.items ?? []} />
}
