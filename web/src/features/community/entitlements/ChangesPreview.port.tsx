import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { MemberEffects, PreviewedChange } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../../platform/api/api-error.ts'
import { dateOnly, dateTime } from '../../../platform/format/dates.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { CardError, CardLoading } from '../../../ui/CardStates.tsx'
import classes from './ChangesPreview.module.css'
import { askEffects, effectsQuery } from './entitlements.queries.ts'
import { Row } from '../../../ui/layout.tsx'

const SETTLE_MS = 250
/** The change can't be made. Anything else may pass. */
const REFUSALS = [400, 403, 404, 409]

export const ChangesPreview = ({ change }: { change: PreviewedChange }) => <EffectsPreview change={change} ask={askEffects} />

type EffectsPreviewProps<T> = { change: T; ask: (change: T, signal: AbortSignal) => Promise<MemberEffects> }

/** The effects of an unsaved change everywhere, as the portal would make it. Saving does not wait for the preview. */
export function EffectsPreview<T>({ change, ask }: EffectsPreviewProps<T>) {
  const [settled] = useDebouncedValue(change, SETTLE_MS)
  const { data, error, isFetching, refetch } = useQuery(effectsQuery(settled, ask))
  const isStale = isFetching || JSON.stringify(settled) !== JSON.stringify(change)
  return (
    <section className={classes.preview} aria-label="What this changes" aria-busy={isStale}>
      <Text c="dimmed" size="sm">
        What this changes everywhere
      </Text>
      {error instanceof ApiError && REFUSALS.includes(error.status) ? (
        <Refused>{error.message}</Refused>
      ) : error ? (
        <CardError what="What changes elsewhere" onRetry={refetch} />
      ) : data ? (
        <output className={classes.body} data-stale={isStale || undefined}>
          <Effects effects={data} />
        </output>
      ) : (
        <CardLoading rows={5} />
      )}
    </section>
  )
}

const Refused = ({ children }: { children: ReactNode }) => (
  <Banner tone="danger" title="You can’t do this.">
    {children}
  </Banner>
)

function Effects({ effects }: { effects: MemberEffects }) {
  const { portal, discordRoles, nickname, whitelists, aceGroups, refusals, skipped, startsOn, endsAt, several } = effects
  const changesNickname = several ? several.nicknames > 0 : nickname.before !== nickname.after
  const changesDiscord = discordRoles.added.length + discordRoles.removed.length > 0 || changesNickname
  const waiting = changesDiscord ? waitingWords(effects) : ''
  return (
    <>
      {refusals.length > 0 && <Refused>{refusals.join('. ')}.</Refused>}
      {skipped && (
        <Banner tone="warning" title="They do not get everything back:">
          <ul>
            {skipped.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Banner>
      )}
      {startsOn !== undefined && (
        <Text inherit fw={550}>
          From {dateOnly(startsOn)}, when it begins
        </Text>
      )}
      {endsAt !== undefined && (
        <Text inherit fw={550}>
          Until {dateTime(endsAt)}
        </Text>
      )}
      {several && (
        <Text inherit fw={550}>
          {membersWords(several.members)}
        </Text>
      )}
      <dl className={classes.effects}>
        <Effect name="Portal">
          <Difference {...portal} />
        </Effect>
        <Effect name="Discord roles">
          <Difference {...discordRoles} />
        </Effect>
        <Effect name="Nickname">{several ? nicknamesWords(several.nicknames) : <Nickname {...nickname} />}</Effect>
        <Effect name="Whitelist">
          <Difference {...whitelists} />
        </Effect>
        <Effect name="In game (ace)">
          <Difference {...aceGroups} />
        </Effect>
      </dl>
      {waiting !== '' && (
        <Text c="dimmed" size="sm">
          {waiting}
        </Text>
      )}
    </>
  )
}

const membersWords = (members: number): string => (members === 1 ? '1 member' : `${members} members`)
const nicknamesWords = (nicknames: number): string =>
  nicknames === 0 ? 'unchanged' : nicknames === 1 ? '1 changes' : `${nicknames} change`

/** Who gets what is in Discord only later; empty if nobody does. */
function waitingWords({ isLinked, several }: MemberEffects): string {
  if (!several) return isLinked ? '' : 'Not linked to Discord yet: roles and nickname follow once they are.'
  const unlinked = several.members - several.linked
  return unlinked === 0
    ? ''
    : `${unlinked} of them ${unlinked === 1 ? 'is' : 'are'} not linked to Discord yet: roles and nickname follow once they are.`
}

const Effect = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function Difference({ added, removed }: MemberEffects['portal']) {
  if (added.length + removed.length === 0) return <>unchanged</>
  return (
    <Row as="ul" gap="0 10px" align="stretch">
      {added.map((words) => (
        <li key={words} className={classes.added}>
          <span aria-hidden>+ </span>
          <span className="visually-hidden">gets </span>
          {words}
        </li>
      ))}
      {removed.map((words) => (
        <li key={words} className={classes.removed}>
          <span aria-hidden>− </span>
          <span className="visually-hidden">loses </span>
          {words}
        </li>
      ))}
    </Row>
  )
}

function Nickname({ before, after }: MemberEffects['nickname']) {
  if (before === after) return <>unchanged</>
  return (
    <>
      <span className={before === null ? undefined : classes.removed}>{before ?? 'theirs'}</span> <span aria-label="to">→</span>{' '}
      <span className={after === null ? undefined : classes.added}>{after ?? 'left alone'}</span>
    </>
  )
}
