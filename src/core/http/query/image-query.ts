import type { ImageQuery } from '../../../contract/fields/images.ts';
import { limits } from '../../../contract/limits.ts';
import { apiError, type ApiError } from '../../../contract/errors/api-error.ts';

/** The parameters that the server reads for routes that serve images. */
export const imageParameters = ['images', 'image_ratio'] as const;

const { image_widths_max: countMax, image_width_px_min: min, image_width_px_max: max } = limits;
const { image_ratio_part_max: partMax } = limits;

/** The valid values of the parameters, for errors and documents. */
export const imageParameterForms = {
  images: `1 to ${countMax} widths in pixels, whole numbers from ${min} to ${max}, ascending, with commas between: 320,640,1280`,
  image_ratio: `a width and a height, whole numbers from 1 to ${partMax}, with a colon between: 16:9`,
};

const listForm = /^[1-9]\d{0,4}(?:,[1-9]\d{0,4})*$/;
const ratioForm = /^([1-9]\d{0,4}):([1-9]\d{0,4})$/;

/**
 * The image sizes that a read requests; undefined without one.
 * @throws invalid_parameter
 */
export function readRequestedImages(search: URLSearchParams): ImageQuery | undefined {
  const list = search.get('images');
  const ratio = search.get('image_ratio');
  if (list === null) {
    if (ratio === null) return undefined;
    throw invalid('image_ratio', 'needs the parameter images, with the widths of the crops');
  }
  return { widths: readWidths(list), ratio: ratio === null ? null : readRatio(ratio) };
}

function readWidths(list: string): number[] {
  const widths = listForm.test(list) ? list.split(',').map(Number) : [];
  const isValid =
    widths.length > 0 &&
    widths.length <= countMax &&
    widths.every((width, i) => width >= min && width <= max && width > (widths[i - 1] ?? 0));
  if (!isValid) throw invalid('images', `takes ${imageParameterForms.images}`);
  return widths;
}

/** The reduced ratio, so that equal ratios share a cached response. */
function readRatio(text: string): { width: number; height: number } {
  const [, width, height] = (ratioForm.exec(text) ?? []).map(Number);
  if (width === undefined || height === undefined || Math.max(width, height) > partMax)
    throw invalid('image_ratio', `takes ${imageParameterForms.image_ratio}`);
  const divisor = greatestCommonDivisor(width, height);
  return { width: width / divisor, height: height / divisor };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

function invalid(name: string, why: string): ApiError {
  return apiError('invalid_parameter', { name, why }, { param: name });
}
