import { type Licence, applyForLicence, giveUpLicence, renewLicence } from '@tenfour/contract'
import { reportError } from '../../../platform/errors/report.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Card } from '../../../ui/Card.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { licenceActions, licenceSlots, type LicenceAction, type LicenceSlot } from './licence.labels.port.ts'
import { useLicenceTypes } from '../../dispatch/cad-values/cad-values.port.ts'
import { LicenceState } from './LicenceGlance.port.tsx'
import { Row } from '../../../ui/layout.tsx'
import { LineList, Line } from '../../../ui/EntryList.tsx'
import { call } from '../../../platform/api/client.ts'
import { keepOwn } from '../own-records/own-records.port.ts'

type LicencesCardProps = { characterId: number; licences: readonly Licence[]; now: Date }

/** The licences of one's own character, with what can be done about each. */
export function LicencesCard({ characterId, licences, now }: LicencesCardProps) {
  return (
    <Card title="Licences">
      <LineList>
        {licenceSlots(licences, useLicenceTypes()).map((slot) => (
          <Line key={slot.typeId}>
            <LicenceState slot={slot} now={now} />
            <Row as="span" gap={4}>
              {licenceActions(slot.licence, now).map((action, index) => (
                // The key is the place, so that the focus stays where it is when the action changes.
                // oxlint-disable-next-line no-array-index-key
                <ActionButton key={index} size="compact-sm" variant={WORDS[action].variant} action={() => run(action, characterId, slot)}>
                  {WORDS[action].label}
                  <span className="visually-hidden">: {slot.name}</span>
                </ActionButton>
              ))}
            </Row>
          </Line>
        ))}
      </LineList>
    </Card>
  )
}

const WORDS: Readonly<Record<LicenceAction, { label: string; variant: 'default' | 'subtle' }>> = {
  apply: { label: 'Apply', variant: 'default' },
  renew: { label: 'Renew', variant: 'default' },
  withdraw: { label: 'Withdraw', variant: 'subtle' },
  giveUp: { label: 'Give up', variant: 'subtle' },
}

async function run(action: LicenceAction, characterId: number, { typeId, name, licence }: LicenceSlot): Promise<void> {
  try {
    if (action === 'apply') {
      const { status } = await applyFor(characterId, typeId)
      notify.success(status === 'applied' ? `${name}: applied for` : `${name}: granted`)
    }
    if (!licence) return
    if (action === 'renew') {
      await renew(licence)
      notify.success(`${name}: renewed`)
    }
    if (action === 'withdraw') await giveUp(licence)
    if (action === 'giveUp' && (await isSure(name))) await giveUp(licence)
  } catch (error) {
    reportError(error, `${name}: nothing was changed`)
  }
}

const isSure = (name: string): Promise<boolean> =>
  confirm({
    title: 'Give up this licence?',
    subject: name,
    body: 'You would have to apply for it again.',
    confirmLabel: 'Give up',
    danger: true,
  })

const kept = (licence: Licence): Licence => {
  keepOwn({ event: 'licence.saved', payload: licence })
  return licence
}

export const applyFor = async (characterId: number, typeId: number): Promise<Licence> =>
  kept(await call(applyForLicence, { body: { characterId, typeId } }))

export const renew = async ({ licenceId, version }: Licence): Promise<Licence> =>
  kept(await call(renewLicence, { params: { licenceId }, body: { version } }))

export async function giveUp({ licenceId, version }: Licence): Promise<void> {
  await call(giveUpLicence, { params: { licenceId }, query: { version } })
  keepOwn({ event: 'licence.left', payload: { licenceId } })
}
