import { Popover, UnstyledButton } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import { Key } from '../../../ui/Key.tsx'
import classes from './Controls.module.css'
import { KEY_HELP } from './player-keys.ts'
import { type Player, useMoment } from './player.ts'
import { SPEEDS } from './playback.ts'
import { clockText } from './replay.labels.ts'
import { Row } from '../../../ui/layout.tsx'

type ControlsProps = {
  player: Player
  playButton: RefObject<HTMLButtonElement | null>
  isHelpOpen: boolean
  onHelp: (isOpen: boolean) => void
}

export function Controls({ player, playButton, isHelpOpen, onHelp }: ControlsProps) {
  const isPlaying = useMoment(player, (moment) => moment.isPlaying)
  const speed = useMoment(player, (moment) => moment.speed)
  return (
    <Row nowrap>
      <button
        ref={playButton}
        type="button"
        className={classes.play}
        aria-label={isPlaying ? 'Pause' : 'Play'}
        title={isPlaying ? 'Pause (Space)' : 'Play (Space)'}
        onClick={player.toggle}
      >
        {isPlaying ? <IconPlayerPauseFilled size={18} aria-hidden /> : <IconPlayerPlayFilled size={18} aria-hidden />}
      </button>
      <CurrentTime player={player} />
      <fieldset className={classes.speeds} aria-label="Speed">
        {SPEEDS.map((each) => (
          <FilterChip key={each} isOn={each === speed} onClick={() => player.setSpeed(each)}>
            {each}×
          </FilterChip>
        ))}
      </fieldset>
      <Popover opened={isHelpOpen} onChange={onHelp} position="top-end" trapFocus returnFocus closeOnEscape={false} withinPortal={false}>
        <Popover.Target>
          <UnstyledButton className={classes.help} aria-label="Keys: J K L, ← → 10 s, N next call" onClick={() => onHelp(!isHelpOpen)}>
            J K L, ← → 10 s, N next call
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label="Keys">
          {/* The list itself takes the focus: it has nothing to press. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <dl className={classes.keys} tabIndex={0} data-autofocus>
            {KEY_HELP.map(([keys, words]) => (
              <div key={words}>
                <dt>
                  {keys.map((key) => (
                    <Key key={key}>{key}</Key>
                  ))}
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </Popover.Dropdown>
      </Popover>
    </Row>
  )
}

export function CurrentTime({ player }: { player: Player }) {
  const text = useMoment(player, ({ at }) => clockText(at))
  return <span className={classes.time}>{text}</span>
}
