import { AvatarColor } from '@tenfour/contract'
import { useId } from 'react'
import { Avatar } from '../../../ui/Avatar.tsx'
import classes from './ColorField.module.css'
import { Row } from '../../../ui/layout.tsx'

type ColorFieldProps = { name: string; value: AvatarColor; onChange: (color: AvatarColor) => void }

/** The avatar colour: each option previews the user's initials. */
export function ColorField({ name, value, onChange }: ColorFieldProps) {
  const group = useId()
  return (
    <Row as="fieldset" gap="10px 16px">
      <legend className={classes.legend}>Avatar colour</legend>
      <Avatar name={name} color={value} size={44} />
      <Row gap={4}>
        {AvatarColor.options.map((color) => (
          <label key={color} className={classes.color} htmlFor={`${group}-${color}`} title={color}>
            <input
              type="radio"
              id={`${group}-${color}`}
              name={group}
              aria-label={color}
              checked={color === value}
              onChange={() => onChange(color)}
            />
            <Avatar name={name} color={color} size={28} />
          </label>
        ))}
      </Row>
    </Row>
  )
}
