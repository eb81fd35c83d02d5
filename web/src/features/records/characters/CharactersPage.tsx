import { Button, Text } from '@mantine/core'
import type { OwnCharacter, OwnRecords } from '@tenfour/contract'
import { IconDownload, IconPlus, IconUserPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { useOwnRecords } from '../own-records/own-records.port.ts'
import { VehicleOffers } from '../vehicles/VehicleOffers.port.tsx'
import { ageNow, characterFlags, countWords, inCharacterOrder } from './character.labels.ts'
import { CharacterDialog } from './CharacterDialog.tsx'
import { CharacterPhoto, CharacterStatus } from './CharacterParts.tsx'
import { downloadCharacters } from './characters.actions.ts'
import { Stack } from '../../../ui/layout.tsx'
import { useShowAll } from '../../../ui/use-show-all.tsx'
import classes from './Characters.module.css'

/** The member's characters. */
export function CharactersPage() {
  const { userId } = useSignedInUser()
  const { records, error, retry } = useOwnRecords()
  const [isCreating, setCreating] = useState(false)
  const navigate = useNavigate()
  const download = useMutation({ mutationFn: () => downloadCharacters(userId) })
  const open = ({ characterId }: OwnCharacter) =>
    navigate({ to: '/user/characters/$characterId', params: { characterId: String(characterId) } }).catch(reportError)
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      Create character
    </Button>
  )
  const hasAny = records !== undefined && records.characters.length > 0
  return (
    <>
      <PageHeader
        title="Characters"
        subtitle="Who you play as a civilian, and what they own. Officers find them when they look someone up."
        actions={
          hasAny && (
            <>
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                loading={download.isPending}
                onClick={() => download.mutate()}
              >
                Export as JSON
              </Button>
              {create}
            </>
          )
        }
      />
      {error !== undefined ? (
        <Card>
          <PageError error={error} title="Your characters could not be loaded" onRetry={retry} />
        </Card>
      ) : !records ? (
        <PageLoading label="Loading your characters" />
      ) : !hasAny ? (
        <Card>
          <Empty
            icon={<IconUserPlus size={28} stroke={1.6} />}
            title="No characters yet"
            text="Create the person you play: a name and a birth date are enough. Then add vehicles and apply for licences."
            action={create}
          />
        </Card>
      ) : (
        <CharacterList records={records} />
      )}
      {isCreating && <CharacterDialog character={null} onClose={() => setCreating(false)} onCreated={(created) => void open(created)} />}
    </>
  )
}

function CharacterList({ records }: { records: OwnRecords }) {
  const now = useNow()
  const { length } = records.characters
  const { list, button } = useShowAll({ count: length, first: 8, words: `All ${length} characters` })
  return (
    <>
      <VehicleOffers records={records} now={now} />
      <Card flush>
        <Stack as="ul" {...list} gap={0} aria-label="Characters">
          {inCharacterOrder(records.characters).map((character) => (
            <CharacterRow key={character.characterId} character={character} records={records} now={now} />
          ))}
        </Stack>
        {button}
      </Card>
    </>
  )
}

function CharacterRow({ character, records, now }: { character: OwnCharacter; records: OwnRecords; now: Date }) {
  const { characterId, name, bornOn, occupation, deceased, lastUsedAt } = character
  const age = ageNow(bornOn, now)
  return (
    <li className={classes.row} data-deceased={deceased !== null || undefined}>
      <CharacterPhoto character={character} width={36} />
      <Stack as="span" gap={0}>
        <Link to="/user/characters/$characterId" params={{ characterId: String(characterId) }} className={classes.name} title={name}>
          {name}
        </Link>
        <Text span size="sm" c="dimmed">
          {[age !== null && `${age} years`, occupation].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
      <span className={classes.flags}>
        <CharacterStatus character={character} flags={characterFlags(records, character, now)} />
      </span>
      <span className={classes.counts}>{countWords(records, characterId)}</span>
      <span className={classes.used} title={lastUsedAt ? dateTime(lastUsedAt) : undefined}>
        {lastUsedAt ? `Used ${relativeTime(lastUsedAt, now)}` : 'Never used'}
      </span>
    </li>
  )
}
