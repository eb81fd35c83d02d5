import {
  accessSubject,
  isAllowed,
  manageDiscord,
  setDiscordChannelType,
  type DiscordChannel,
  type DiscordChannelType,
} from '@tenfour/contract'
import { IconChevronDown, IconHash, IconMessages, IconPoint, IconSpeakerphone, IconVolume, type Icon } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { channelRows, channelTypes, type ChannelRow } from './discord-lists.ts'
import { count, standingOf } from './discord.labels.ts'
import { guildQuery, keepNews, refreshGuilds } from './discord.queries.ts'
import classes from './Lists.module.css'
import { ListSearch, NothingMatches, SaveNews } from './ListTools.tsx'
import { TypeField } from './TypeField.tsx'
import { useTypeSaves } from './use-type-saves.ts'
import { problemId, VirtualTable } from './VirtualTable.tsx'

const COLUMNS = 'minmax(140px, 1fr) 226px minmax(112px, 0.8fr)'
/** In a list of choices, no type. */
const NONE = ''
type Choice = DiscordChannelType | typeof NONE

const keyOf = ({ channel }: ChannelRow) => channel.channelId
const isCategory = ({ channel }: ChannelRow) => channel.kind === 'category'

type ChannelsCardProps = { guildId: string; channels: readonly DiscordChannel[] }

/** The channels of a Discord server, as Discord lists them, and what each is used for. */
export function ChannelsCard({ guildId, channels }: ChannelsCardProps) {
  const mayManage = isAllowed(manageDiscord, accessSubject(useSignedInUser()))
  const [search, setSearch] = useState('')
  const rows = useMemo(() => channelRows(channels, search), [channels, search])
  const { saves, choose } = useTypeSaves<Choice>({
    versionOf: (id) => queryClient.getQueryData(guildQuery(guildId).queryKey)?.channels.find((each) => each.channelId === id)?.version,
    save: async (channelId, choice, version) => {
      const body = { type: choice === NONE ? null : choice, version }
      keepNews({ event: 'channel.saved', payload: await call(setDiscordChannelType, { params: { channelId }, body, quiet: true }) })
    },
    reload: refreshGuilds,
  })
  return (
    <Card
      flush
      title={
        <span id="channels" className={classes.title} tabIndex={-1}>
          Channels
        </span>
      }
      aside={<span className="mono">{count(channels.filter(({ kind }) => kind !== 'category').length)}</span>}
      link={
        <span className={classes.controls}>
          <ListSearch label="Search channels" total={channels.length} value={search} onSearch={setSearch} />
        </span>
      }
    >
      <SaveNews saves={saves} nameOf={(id) => channels.find(({ channelId }) => channelId === id)?.name} />
      {rows.length === 0 ? (
        channels.length === 0 ? (
          <p className={classes.none}>This Discord server has no channels yet, or they are still being read.</p>
        ) : (
          <NothingMatches
            words="No channel matches."
            onClear={() => {
              setSearch('')
              document.getElementById('channels')?.focus()
            }}
          />
        )
      ) : (
        <VirtualTable
          label="Channels in Discord"
          columns={COLUMNS}
          head={
            <>
              <th scope="col">In Discord</th>
              <th scope="col">Type</th>
              <th scope="col">Bot</th>
            </>
          }
          rows={rows}
          rowKey={keyOf}
          isHeading={isCategory}
          problemOf={({ channel }) => saves.get(channel.channelId)?.problem ?? ''}
          renderCells={({ channel, isNested }) => (
            <>
              <NameCell channel={channel} isNested={isNested} />
              <td className={classes.typeCell}>
                {mayManage && (channelTypes(channel).length > 0 || saves.has(channel.channelId)) ? (
                  <TypeField<Choice>
                    label={`Type of ${channel.name}`}
                    value={channel.type ?? NONE}
                    options={[{ value: NONE, label: '—' }, ...channelTypes(channel).map((value) => ({ value, label: value }))]}
                    save={saves.get(channel.channelId)}
                    reason={null}
                    errorId={problemId(channel.channelId)}
                    onChoose={(type) => void choose(channel.channelId, type)}
                  />
                ) : (
                  <span className={mayManage ? classes.readonly : undefined}>{channel.type ?? <span className="faint">—</span>}</span>
                )}
              </td>
              <StandingCell channel={channel} />
            </>
          )}
        />
      )}
    </Card>
  )
}

const ICONS: Readonly<Record<DiscordChannel['kind'], Icon>> = {
  text: IconHash,
  announcement: IconSpeakerphone,
  category: IconChevronDown,
  voice: IconVolume,
  forum: IconMessages,
  other: IconPoint,
}
const KINDS: Readonly<Record<DiscordChannel['kind'], string>> = {
  text: 'Text channel',
  announcement: 'Announcement channel',
  category: 'Category',
  voice: 'Voice channel',
  forum: 'Forum',
  other: 'Channel',
}

function NameCell({ channel: { kind, name, isGone }, isNested }: ChannelRow) {
  const Sign = ICONS[kind]
  return (
    <td title={`${KINDS[kind]}: ${name}`}>
      <span className={isNested ? classes.nested : undefined}>
        <Sign className={classes.sign} size={15} stroke={1.8} aria-hidden />
        <span className={isGone ? classes.gone : kind === 'category' ? classes.category : undefined}>{name}</span>
      </span>
    </td>
  )
}

function StandingCell({ channel }: { channel: DiscordChannel }) {
  const standing = standingOf(channel)
  return (
    <td title={standing?.words} className={standing && (standing.isGood ? classes.good : classes.bad)}>
      <span className={classes.words}>{standing?.words}</span>
    </td>
  )
}
