//! Requests on their way: from the file system or a client over a processor to the disks, and back.

use super::{Run, Work};
use crate::block::{BLOCK_BYTES, BlockNo};
use crate::requests::{Request, RequestKind};
use pathlength_model::ModelError;

/// Blocks on their way to or from the disks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flight {
    pub(super) origin: Origin,
    pub(super) first: BlockNo,
    pub(super) blocks: u32,
    /// Pieces that are not done.
    pub(super) left: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    /// The file system asked for it.
    FileSystem { id: u64, data: bool },
    /// A client reads.
    Client(u32),
}

impl Run {
    /// Takes what the file system wants written.
    pub(super) fn collect(&mut self) {
        loop {
            let requests = self.fs.take_requests();
            if requests.is_empty() {
                return;
            }
            self.changed = true;
            for request in requests {
                let flush = request.kind == RequestKind::Flush;
                self.order.push(request.id, flush);
                if !flush {
                    self.submit(&request);
                }
            }
            self.let_flushes_end();
        }
    }

    fn submit(&mut self, request: &Request) {
        let blocks = request.contents.len() as u32;
        let bytes = u64::from(blocks) * BLOCK_BYTES;
        let data = request.kind == RequestKind::Data;
        let (sum, logged) = match request.kind {
            RequestKind::Data => (&mut self.written.data, false),
            RequestKind::Metadata => (&mut self.written.metadata, false),
            RequestKind::JournaledData => (&mut self.written.journaled_data, true),
            RequestKind::Home => (&mut self.written.home, false),
            RequestKind::Journal | RequestKind::LogStart | RequestKind::Flush => (&mut self.written.journal, true),
        };
        *sum += bytes;
        self.data_in_flight += if data { blocks } else { 0 };
        let us = if logged { f64::from(blocks) * self.setup.costs.log_block_us } else { 0.0 };
        let origin = Origin::FileSystem { id: request.id, data };
        self.take_off(Flight { origin, first: request.first, blocks, left: 0 }, us);
    }

    /// A processor prepares a request, in `more` microseconds beside the usual ones.
    pub(super) fn take_off(&mut self, flight: Flight, more: f64) {
        self.requests += 1;
        let number = self.free_flights.pop().unwrap_or(self.flights.len() as u32);
        match self.flights.get_mut(number as usize) {
            Some(old) => *old = flight,
            None => self.flights.push(flight),
        }
        let costs = &self.setup.costs;
        let us = costs.request_us + f64::from(flight.blocks) * costs.request_page_us + more;
        self.work(Work { request: true, who: number, time: self.time(us) });
    }

    /// A request goes to the disks.
    pub(super) fn send(&mut self, number: u32) {
        let Flight { first, blocks, .. } = self.flights[number as usize];
        self.flights[number as usize].left = self.disks.send(number, first, blocks, self.now, &mut self.timers);
    }

    /// A piece of a request is done.
    pub(super) fn land(&mut self, number: u32) -> Result<(), ModelError> {
        let flight = &mut self.flights[number as usize];
        flight.left -= 1;
        if flight.left > 0 {
            return Ok(());
        }
        let Flight { origin, blocks, .. } = *flight;
        self.free_flights.push(number);
        match origin {
            Origin::Client(number) => {
                let client = &mut self.clients[number as usize];
                client.reads -= 1;
                if client.reads == 0 {
                    client.has_read = true;
                    self.go_on(number)?;
                }
            }
            Origin::FileSystem { id, data } => {
                self.data_in_flight -= if data { blocks } else { 0 };
                self.changed |= data;
                self.order.done(id);
                self.fs.complete(id, self.now);
                self.let_flushes_end();
                self.collect();
                if data {
                    self.balance();
                }
                self.retry()?;
            }
        }
        Ok(())
    }

    /// Tells the file system of flushes that have ended.
    fn let_flushes_end(&mut self) {
        while let Some(id) = self.order.next_flush() {
            self.fs.complete(id, self.now);
        }
    }
}
