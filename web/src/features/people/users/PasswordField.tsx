import { Button, PasswordInput, Text } from '@mantine/core'
import { IconDice5 } from '@tabler/icons-react'
import { useState, type ComponentProps } from 'react'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import classes from './UserPage.module.css'
import { Row } from '../../../ui/layout.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof PasswordInput>, 'value' | 'onChange'> & {
  value: string
  onValueChange: (value: string, isGenerated: boolean) => void
}

/** A password typed by hand, or generated and shown so that it can be passed on. */
export function PasswordField({ value, onValueChange, ...rest }: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false)
  return (
    <div className={classes.passwordRow}>
      <PasswordInput
        {...rest}
        value={value}
        onChange={(event) => onValueChange(event.currentTarget.value, false)}
        visible={isVisible}
        onVisibilityChange={setVisible}
        autoComplete="new-password"
        classNames={{ innerInput: 'mono' }}
        visibilityToggleButtonProps={{ 'aria-label': isVisible ? 'Hide the password' : 'Show the password' }}
      />
      <Button
        variant="default"
        leftSection={<IconDice5 size={16} aria-hidden />}
        onClick={() => {
          setVisible(true)
          onValueChange(generatePassword(), true)
        }}
      >
        Generate
      </Button>
      {isVisible && value !== '' && <CopyButton size="sm" text={value} what="the password" />}
    </div>
  )
}

/** A password that is shown only once. */
export function PasswordOnce({ password }: { password: string }) {
  return (
    <Row gap="8px 12px">
      <code className={classes.once}>{password}</code>
      <CopyButton text={password} what="the password" />
      <Text c="dimmed" inherit flex="1 1 100%">
        Pass it on now: it is shown only once and not stored.
      </Text>
    </Row>
  )
}

/** Without 0 and o, 1 and l, and i, which are easily confused when read out or copied by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array

/** 'k7fw-9mqt-hx3r-wz2p': 79 bits, in groups that are easy to read out. */
export function generatePassword(random: RandomBytes = (bytes) => crypto.getRandomValues(bytes)): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => randomCharacter(random)).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

function randomCharacter(random: RandomBytes): string {
  // Larger bytes are rejected, because taking the remainder would favour the first letters.
  const limit = 256 - (256 % ALPHABET.length)
  const bytes = new Uint8Array(1)
  for (;;) {
    const byte = random(bytes)[0] ?? limit
    if (byte < limit) return ALPHABET.charAt(byte % ALPHABET.length)
  }
}
