import type { OwnRecords, VehicleTransfer } from '@tenfour/contract'
import { IconCar } from '@tabler/icons-react'
import { reportError } from '../../../platform/errors/report.ts'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { besideRow } from '../../../ui/focus-beside.ts'
import { incomingOffers } from '../own-records/own-records.port.ts'
import { accept, decline } from './vehicles.actions.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Stack, Row } from '../../../ui/layout.tsx'

type VehicleOffersProps = {
  records: OwnRecords
  /** To this character alone. */
  toCharacterId?: number
  now: Date
}

/** Vehicles that others offer to the member's characters, to accept or decline; nothing where there are none. */
export function VehicleOffers({ records, toCharacterId, now }: VehicleOffersProps) {
  const offers = incomingOffers(records).filter(({ to }) => toCharacterId === undefined || to.characterId === toCharacterId)
  if (offers.length === 0) return null
  return (
    <Stack as="ul" gap={8} aria-label="Vehicles offered to you">
      {offers.map((offer) => (
        <Offer key={offer.transferId} offer={offer} now={now} />
      ))}
    </Stack>
  )
}

function Offer({ offer, now }: { offer: VehicleTransfer; now: Date }) {
  const { plate, model, from, to, offeredAt } = offer
  const rowId = `vehicle-offer-${offer.transferId}`
  const answer = async (work: (offer: VehicleTransfer) => Promise<void>, done: string) => {
    try {
      const moveOn = besideRow(document.getElementById(rowId))
      await work(offer)
      notify.success(done)
      moveOn()
    } catch (error) {
      reportError(error, `${plate}: nothing was changed`)
    }
  }
  return (
    <li id={rowId}>
      <Banner
        tone="info"
        icon={IconCar}
        action={
          <Row as="span" nowrap>
            <ActionButton size="xs" action={() => answer(accept, `${plate} now belongs to ${to.name}`)}>
              Accept<span className="visually-hidden">: {plate}</span>
            </ActionButton>
            <ActionButton size="xs" variant="default" action={() => answer(decline, `${plate} was declined`)}>
              Decline<span className="visually-hidden">: {plate}</span>
            </ActionButton>
          </Row>
        }
      >
        <strong className="mono">{plate}</strong> {model} is offered to <strong>{to.name}</strong> by {from.name},{' '}
        <time dateTime={offeredAt} title={dateTime(offeredAt)}>
          {relativeTime(offeredAt, now)}
        </time>
      </Banner>
    </li>
  )
}
