import { Button, PasswordInput } from '@mantine/core'
import { IconDice5 } from '@tabler/icons-react'
import { useState, type ComponentProps } from 'react'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { generatePassword } from './password.ts'
import classes from './UserPage.module.css'

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
