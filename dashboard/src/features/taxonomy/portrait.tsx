import type { Image } from '../../../../src/contract/fields/links.ts';
import { classes } from '../../components/base/classes.ts';
import './taxonomy.css';

interface PortraitProps {
  image: Image | null;
  /** Its first letter stands in for a picture that is not there. */
  name: string;
  shape?: 'round' | 'square';
}

/** The small picture before a name. */
export function Portrait({ image, name, shape = 'round' }: PortraitProps) {
  return (
    <span className={classes('portrait', shape === 'square' && 'portrait-square')} aria-hidden>
      {image?.url == null ? (
        name.trim().charAt(0).toUpperCase()
      ) : (
        <img src={image.url} alt="" loading="lazy" />
      )}
    </span>
  );
}
