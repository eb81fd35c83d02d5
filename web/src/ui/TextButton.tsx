import { Anchor, UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import classes from './TextButton.module.css'

type ButtonProps = Omit<ComponentProps<'button'>, keyof UnstyledButtonProps> & UnstyledButtonProps

type TextButtonProps = ButtonProps & {
  /** A name that opens what it names, in the colour of the text. */
  isUnderlined?: boolean
}

/** A button without a frame, as high as a finger or a mouse needs it. */
export const TextButton = ({ isUnderlined = false, ...rest }: TextButtonProps) => (
  <UnstyledButton type="button" className={isUnderlined ? classes.underlined : classes.button} {...rest} />
)

/** A button that is a word or two of a sentence, and no higher than its line. */
export const InlineButton = (props: Omit<ComponentProps<typeof Anchor<'button'>>, 'component'>) => (
  <Anchor component="button" type="button" inherit {...props} />
)
