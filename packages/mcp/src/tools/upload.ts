import { Type } from '@sinclair/typebox';
import { path } from '../api.ts';
import { missingField } from '../errors.ts';
import { closed, oneOf } from '../protocol/arguments.ts';
import { tool } from '../protocol/tool.ts';

export const upload = tool({
  name: 'upload',
  isReading: false,
  needs: 'draft',
  input: Type.Object(
    {
      action: oneOf('begin', 'confirm'),
      file_name: Type.Optional(Type.String({ maxLength: 255 })),
      content_type: Type.Optional(Type.String({ maxLength: 255 })),
      size_bytes: Type.Optional(Type.Integer({ minimum: 1 })),
      id: Type.Optional(Type.String({ maxLength: 100, description: 'the med_ id from begin' })),
    },
    closed,
  ),
  async run({ callApi }, { action, id, file_name, content_type, size_bytes }) {
    if (action === 'begin') {
      const body = { file_name, content_type, size_bytes };
      return callApi({ method: 'POST', path: '/v1/media/uploads', body });
    }
    if (id === undefined) throw missingField('id');
    return callApi({ method: 'POST', path: path`/v1/media/uploads/${id}/confirm`, body: {} });
  },
});
