import { useEffect, useEffectEvent, useRef } from 'react'
import type { Player } from './player.ts'
import { linkAt, linkText, type Moment, type ReplayLink } from './replay-link.ts'

const PLAYING_MS = 3000
const RESTING_MS = 400

type Choices = Omit<Moment, 'at' | 'speed'>

export function currentLink(link: ReplayLink, { moment }: Player, choices: Choices): ReplayLink {
  const { at, speed } = moment.get()
  return linkAt(link, { at, speed, ...choices })
}

/** Keeps the address at the current moment, so that a reload comes back to it, and the player at the address when that is changed. */
export function useReplayAddress(player: Player, link: ReplayLink, choices: Choices, onLink: (link: ReplayLink) => void): void {
  const known = useRef(linkText(link))
  const write = useEffectEvent(() => {
    const next = currentLink(link, player, choices)
    if (linkText(next) === known.current) return
    known.current = linkText(next)
    onLink(next)
  })
  const { unit, focused, isAll, hasTrails } = choices
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isResting = false
    const schedule = () => {
      const { isPlaying } = player.moment.get()
      // A pause is written soon, even if the next write was further off.
      if (timer !== undefined && (isPlaying || isResting)) return
      clearTimeout(timer)
      isResting = !isPlaying
      timer = setTimeout(
        () => {
          timer = undefined
          write()
        },
        isPlaying ? PLAYING_MS : RESTING_MS,
      )
    }
    const stop = player.moment.subscribe(schedule)
    schedule()
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [player, unit, focused, isAll, hasTrails])

  const text = linkText(link)
  const follow = useEffectEvent(() => {
    if (text === known.current) return
    known.current = text
    if (link.at !== undefined) player.seek(Date.parse(link.at))
    if (link.speed !== undefined) player.setSpeed(link.speed)
  })
  useEffect(() => follow(), [text])
}
