import { Popover, type PopoverProps } from 'react-aria-components'
import { classes } from './classes.ts'
import styles from './Floating.module.css'

export type FloatingProps = Omit<PopoverProps, 'className'> & { className?: string }

/** The sheet that opens under its trigger, flips when there is no room and stays 8 px from the window's edge. */
export function Floating({ className, placement = 'bottom start', ...rest }: FloatingProps) {
  return (
    <Popover
      {...rest}
      placement={placement}
      offset={4}
      containerPadding={8}
      className={classes(styles.floating, className)}
    />
  )
}
