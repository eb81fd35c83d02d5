import { useQuery } from '@tanstack/react-query'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import classes from './MemberPage.module.css'
import { addressesQuery } from './members.queries.ts'

export function AddressesCard({ userId, now }: { userId: number; now: Date }) {
  const addresses = useQuery(addressesQuery(userId))
  return (
    <Card title="Signed in from">
      {addresses.isError ? (
        <CardError what="The addresses" onRetry={addresses.refetch} />
      ) : !addresses.data ? (
        <CardLoading />
      ) : addresses.data.length === 0 ? (
        <CardNote>They have not signed in yet.</CardNote>
      ) : (
        <ul className={classes.addresses}>
          {addresses.data.map(({ address, firstAt, lastAt, count }) => (
            <li key={address}>
              <span className="mono">{address}</span>
              <span className="muted" title={`${dateTime(firstAt)} to ${dateTime(lastAt)}`}>
                {count === 1 ? 'once' : `${count.toLocaleString('en')} times`}, last {relativeTime(lastAt, now)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
