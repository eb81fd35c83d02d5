import { useDebouncedValue } from '@mantine/hooks'
import type { MemberChange, MemberEffects } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Banner } from '../../../ui/Banner.tsx'
import { CardError, CardLoading } from '../../../ui/CardStates.tsx'
import classes from './ChangesPreview.module.css'
import { memberEffectsQuery } from './entitlements.queries.ts'

const SETTLE_MS = 250

/** What a change that is not saved would change everywhere, as the portal would do it. Saving does not wait for it. */
export function ChangesPreview({ change }: { change: MemberChange }) {
  const [settled] = useDebouncedValue(change, SETTLE_MS)
  const { data, isError, isFetching, refetch } = useQuery(memberEffectsQuery(settled))
  const isStale = isFetching || JSON.stringify(settled) !== JSON.stringify(change)
  return (
    <section className={classes.preview} aria-label="What changes once you save" aria-busy={isStale}>
      <p className={classes.lead}>What changes, everywhere, once you save</p>
      {isError ? (
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

function Effects({ effects: { isLinked, portal, discordRoles, nickname, whitelists, aceGroups, refusals } }: { effects: MemberEffects }) {
  const changesDiscord = discordRoles.added.length + discordRoles.removed.length > 0 || nickname.before !== nickname.after
  return (
    <>
      {refusals.length > 0 && (
        <Banner tone="danger" title="You can’t save this.">
          {refusals.join('. ')}.
        </Banner>
      )}
      <dl className={classes.effects}>
        <Effect name="Portal">
          <Difference {...portal} />
        </Effect>
        <Effect name="Discord roles">
          <Difference {...discordRoles} />
        </Effect>
        <Effect name="Nickname">
          <Nickname {...nickname} />
        </Effect>
        <Effect name="Whitelist">
          <Difference {...whitelists} />
        </Effect>
        <Effect name="In game (ace)">
          <Difference {...aceGroups} />
        </Effect>
      </dl>
      {!isLinked && changesDiscord && <p className={classes.note}>Not linked to Discord yet: roles and nickname follow once they are.</p>}
    </>
  )
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
    <ul className={classes.words}>
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
    </ul>
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
