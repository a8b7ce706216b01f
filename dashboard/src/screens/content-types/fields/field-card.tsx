import {
  ChevronDown,
  Copy,
  CornerLeftDown,
  CornerLeftUp,
  Ellipsis,
  GripVertical,
  PenLine,
  Trash2,
} from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Badge } from '../../../components/base/badge.tsx';
import { IconButton } from '../../../components/base/button.tsx';
import { classes } from '../../../components/base/classes.ts';
import { TextField } from '../../../components/form/field.tsx';
import { kindOf } from '../../../features/fields/field-kinds.ts';
import { useFieldError } from '../../../components/form/form.tsx';
import { Menu, MenuItem, MenuLine } from '../../../components/overlay/menu.tsx';
import '../../../components/form/line-list.css';
import type { DraftField } from '../builder/draft.ts';
import { LayoutOptions } from './options/layout-options.tsx';
import { EmptyEntryCount } from './empty-entry-count.tsx';
import { FieldOptionsForm, type OptionsProps } from './options/field-options.tsx';
import { RenameDialog } from './rename-dialog.tsx';

interface FieldCardProps {
  field: DraftField;
  /** The slug of the stored collection that has the field; null in a new type, a singleton or a block. */
  collectionSlug: string | null;
  types: OptionsProps['types'];
  /** Whether the field is the title or subtitle of entries. */
  role: 'title' | 'subtitle' | null;
  isOpen: boolean;
  isDragged: boolean;
  isNew: boolean;
  isReadOnly: boolean;
  hasError: boolean;
  /** The path by which the service named this field when it was last sent: `fields[2]`. */
  at: string;
  grip: ComponentProps<'button'>;
  onToggle: () => void;
  onChange: (change: Partial<DraftField>) => void;
  onMove: (step: -1 | 1) => void;
  onCopy: () => void;
  onRemove: () => void;
}

/** One field: a line with its type and, when open, its options. */
export function FieldCard(props: FieldCardProps) {
  const { field, role, isOpen, isDragged, isReadOnly, hasError, grip, onToggle } = props;
  const { icon: Icon, name } = kindOf(field);
  const title = field.label.trim() === '' ? field.key || 'New field' : field.label;
  return (
    <li
      data-sort=""
      className={classes('field-card', 'fold', isOpen && 'is-open', isDragged && 'is-dragged')}
    >
      <div className="fold-line">
        <button
          type="button"
          className="grip"
          aria-label={`Move ${title}: drag, or arrow keys`}
          disabled={isReadOnly}
          {...grip}
        >
          <GripVertical size={16} aria-hidden />
        </button>
        <button type="button" className="fold-toggle field-toggle" aria-expanded={isOpen} onClick={onToggle}>
          <Icon size={17} aria-hidden className="field-icon" />
          <span className="field-names">
            <span className="field-title">{title}</span>
            <code>{field.key}</code>
          </span>
          <span className="field-marks">
            {hasError ? <Badge tone="bad">needs attention</Badge> : null}
            {role === null ? null : <Badge tone="accent">{role}</Badge>}
            {field.options.required === true ? <span className="field-mark">required</span> : null}
            {field.options.unique === true ? <span className="field-mark">unique</span> : null}
          </span>
          <span className="field-type">{name}</span>
          <ChevronDown size={16} aria-hidden className="fold-chevron" />
        </button>
        {isReadOnly ? null : <FieldMenu {...props} title={title} />}
      </div>
      {isOpen ? <FieldSettings {...props} /> : null}
    </li>
  );
}

function FieldMenu(props: FieldCardProps & { title: string }) {
  const { field, title, onChange, onMove, onCopy, onRemove } = props;
  const [isRenaming, setRenaming] = useState(false);
  return (
    <>
      <Menu trigger={<IconButton label={`Actions for ${title}`} icon={Ellipsis} />}>
        <MenuItem icon={CornerLeftUp} onSelect={() => onMove(-1)}>
          Move up
        </MenuItem>
        <MenuItem icon={CornerLeftDown} onSelect={() => onMove(1)}>
          Move down
        </MenuItem>
        <MenuItem icon={Copy} onSelect={onCopy}>
          Duplicate
        </MenuItem>
        {field.stored === null ? null : (
          <MenuItem icon={PenLine} onSelect={() => setRenaming(true)}>
            Rename key
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem icon={Trash2} danger onSelect={onRemove}>
          Remove field
        </MenuItem>
      </Menu>
      {isRenaming && field.stored !== null ? (
        <RenameDialog
          title={title}
          storedKey={field.stored.key}
          fieldKey={field.key}
          onRename={(key) => onChange({ key })}
          onClose={() => setRenaming(false)}
        />
      ) : null}
    </>
  );
}

function FieldSettings({ field, collectionSlug, types, at, isNew, onChange }: FieldCardProps) {
  const { name, purpose } = kindOf(field);
  const error = useFieldError(at);
  const typeError = useFieldError(`${at}.type`);
  const renameError = useFieldError(`${at}.renamed_from`);
  const keyError = useFieldError(`${at}.key`);
  const isStored = field.stored !== null;
  return (
    <div className="field-settings">
      {[error, typeError, renameError, isStored ? keyError : undefined].map((message) =>
        message === undefined ? null : (
          <p key={message} className="field-error" role="alert">
            {message}
          </p>
        ),
      )}
      <div className="option-pair">
        <TextField
          label="Label"
          name={`${at}.label`}
          value={field.label}
          onChange={(label) => onChange({ label })}
          autoFocus={isNew}
        />
        {!isStored ? (
          <TextField
            label="Key"
            name={`${at}.key`}
            value={field.key}
            onChange={(key) => onChange({ key, hasOwnKey: true })}
            help="The field’s name in the API."
            spellCheck={false}
            autoCapitalize="off"
          />
        ) : (
          <dl className="final">
            <dt>Key</dt>
            <dd>
              <code>{field.key}</code>
            </dd>
            <dt>Type</dt>
            <dd>{name}</dd>
          </dl>
        )}
      </div>
      <p className="field-help">
        {!isStored
          ? `${name}: ${purpose} The type is final once saved.`
          : field.stored !== null && field.stored.key !== field.key
            ? `${field.stored.key} becomes ${field.key} when you save. Values, drafts and history are kept.`
            : 'The type is final. You can change the key in the menu of the field.'}
      </p>
      <FieldOptionsForm
        type={field.type}
        options={field.options}
        at={`${at}.options`}
        types={types}
        emptyCount={
          collectionSlug === null || field.stored === null ? null : (
            <EmptyEntryCount type={collectionSlug} field={field.stored.key} />
          )
        }
        onChange={(options) => onChange({ options })}
      />
      <LayoutOptions field={field} at={`${at}.options`} onChange={(options) => onChange({ options })} />
    </div>
  );
}
