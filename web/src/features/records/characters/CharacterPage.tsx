import { Button } from '@mantine/core'
import { finesSwitch, IdParam, type OwnCharacter, type OwnRecords } from '@tenfour/contract'
import { useIsOn } from '../../../platform/features/features.ts'
import { IconUserOff } from '@tabler/icons-react'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Card } from '../../../ui/Card.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { TabLinks } from '../../../ui/TabLinks.tsx'
import { ClaimsCard } from '../claims/ClaimsCard.port.tsx'
import { unpaidOf } from '../fines/fine.labels.port.ts'
import { FinesCard } from '../fines/FinesCard.port.tsx'
import { LicencesCard } from '../licences/LicencesCard.port.tsx'
import { belongingsOf, useOwnRecords } from '../own-records/own-records.port.ts'
import { VehicleOffers } from '../vehicles/VehicleOffers.port.tsx'
import { VehiclesCard } from '../vehicles/VehiclesCard.port.tsx'
import { WeaponsCard } from '../weapons/WeaponsCard.port.tsx'
import { birthWords, characterFlags, lossWords } from './character.labels.ts'
import { removeCharacter } from './characters.actions.ts'
import { CHARACTER_TABS, type CharacterTab } from './character-search.ts'
import { CharacterStatus, PlayButton } from './CharacterParts.tsx'
import classes from './Characters.module.css'
import { IdentityCard } from './IdentityCard.tsx'
import { LookupsCard } from './LookupsCard.tsx'
import { RecordCard } from './RecordCard.tsx'
import { Stack, Row, Columns } from '../../../ui/layout.tsx'

export function CharacterPage() {
  const { characterId: param } = useParams({ from: '/shell/user/characters/$characterId' })
  const characterId = IdParam.parse(param)
  const { records, error, retry } = useOwnRecords()
  const character = records?.characters.find((each) => each.characterId === characterId)
  if (records && character) return <CharacterView key={characterId} character={character} records={records} />
  return (
    <>
      <h1 className="visually-hidden">Character</h1>
      {error !== undefined ? (
        <PageError error={error} title="Your characters could not be loaded" onRetry={retry} action={<BackButton />} />
      ) : !records ? (
        <PageLoading label="Loading the character" />
      ) : (
        <Card>
          <Empty
            icon={<IconUserOff size={28} stroke={1.6} />}
            title="There is no such character"
            text="It may have been deleted, or belong to another member."
            action={<BackButton />}
          />
        </Card>
      )}
    </>
  )
}

function CharacterView({ character, records }: { character: OwnCharacter; records: OwnRecords }) {
  const now = useNow()
  const { characterId, name, bornOn, occupation } = character
  const { vehicles, licences, weapons, claims, fines } = belongingsOf(records, characterId)
  const { tab = 'fines' } = useSearch({ from: '/shell/user/characters/$characterId' })
  const hasFines = useIsOn(finesSwitch)
  const unpaid = unpaidOf(fines).count
  return (
    <>
      <PageHeader
        title={name}
        subtitle={
          <Row as="span" gap="4px 8px">
            <span>{[bornOn && `Born ${birthWords(bornOn, now)}`, occupation].filter(Boolean).join(' · ')}</span>
            <CharacterStatus character={character} flags={characterFlags(records, character, now)} />
          </Row>
        }
        actions={
          <>
            <PlayButton character={character} />
            {character.ledByGame.length === 0 && <DeleteButton character={character} records={records} />}
            <BackButton />
          </>
        }
      />
      <VehicleOffers records={records} toCharacterId={characterId} now={now} />
      <div className={classes.tabs}>
        <TabLinks label={`Parts of ${name}`}>
          {CHARACTER_TABS.map((each) => (
            <Link
              key={each}
              to="."
              search={{ tab: each }}
              replace
              resetScroll={false}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={each === tab ? 'page' : undefined}
            >
              {each === 'fines' && !hasFines ? 'Reports' : TAB_NAMES[each]}
              {each === 'fines' && unpaid > 0 && ` ${unpaid}`}
            </Link>
          ))}
        </TabLinks>
      </div>
      <Columns className={classes.parts} data-tab={tab} of="minmax(0, 1.7fr) minmax(0, 1fr)" align="start" stackBelow="60em">
        <Stack>
          <Part of="fines">
            <FinesCard characterId={characterId} fines={fines} licences={licences} now={now} />
          </Part>
          <Part of="property">
            <VehiclesCard character={character} vehicles={vehicles} records={records} now={now} />
            <WeaponsCard characterId={characterId} weapons={weapons} />
          </Part>
          <Part of="record">
            <RecordCard characterId={characterId} />
          </Part>
        </Stack>
        <Stack>
          <Part of="licences">
            <LicencesCard characterId={characterId} licences={licences} now={now} />
          </Part>
          <Part of="identity">
            <IdentityCard character={character} now={now} />
            <ClaimsCard character={character} claims={claims} now={now} />
          </Part>
          <Part of="record">
            <LookupsCard characterId={characterId} />
          </Part>
        </Stack>
      </Columns>
    </>
  )
}

const TAB_NAMES: Readonly<Record<CharacterTab, string>> = {
  fines: 'Fines',
  property: 'Property',
  licences: 'Licences',
  record: 'Record',
  identity: 'Identity',
}

/** On a phone one part is shown at a time, by the tabs; elsewhere all of them are. */
const Part = ({ of, children }: { of: CharacterTab; children: ReactNode }) => (
  <Stack className={classes.part} data-part={of}>
    {children}
  </Stack>
)

function DeleteButton({ character, records }: { character: OwnCharacter; records: OwnRecords }) {
  const navigate = useNavigate()
  const { name, characterId } = character
  const remove = async () => {
    const question = { title: 'Delete this character?', subject: name, confirmLabel: 'Delete', danger: true }
    if (!(await confirm({ ...question, body: lossWords(records, characterId) }))) return
    try {
      await removeCharacter(character)
      notify.success(`${name} has been deleted`)
      await navigate({ to: '/user/characters' })
    } catch (error) {
      reportError(error, `${name} was not deleted`)
    }
  }
  return (
    <Button variant="subtle" color="red" onClick={() => void remove()}>
      Delete
    </Button>
  )
}

const BackButton = () => (
  <Button variant="default" renderRoot={(props) => <Link to="/user/characters" {...props} />}>
    All characters
  </Button>
)
